"""Grade untrusted work of any nbgrader course: isolated, tamper-proof, parallel, resumable.

    python -m ensemblelab grade ASSIGNMENT --course DIR

A submission passes through these modules, in this order::

    course    what the instructor's source says: cells, tests, points, ids
    intake    what was handed in, trusted in nothing
    sandbox   the isolation this machine offers; box and confine make it
    zygote    a warm process, forked for each submission
    student   runs the answers, and answers for values (codec, channel)
    checker   runs the tests against stand-ins (remote), and decides
    task      one submission from beginning to end, on any machine
    judge     from results to points and words
    store     the records, by which a run is taken up again
    book      nbgrader's gradebook;  pages, summary: what people read
    run       the whole class
"""

import sys

# nbgrader loads jsonschema, which takes this for a format check that nobody asks for here; its
# grammar takes more than a second to load.
sys.modules.setdefault("rfc3987_syntax", None)
