"""Grade untrusted work of any nbgrader course: isolated, tamper-proof, parallel, resumable.

    nbjudge grade ASSIGNMENT --course DIR

A submission passes through these modules, in this order::

    course.source      what the instructor's source says: cells, tests, points, ids
    course.intake      what was handed in, trusted in nothing (reader)
    isolation.sandbox  the isolation this machine offers; box and confine make it
    inside.zygote      a warm process, forked for each submission
    inside.student     runs the answers, and answers for values (codec, channel)
    inside.checker     runs the tests against stand-ins (remote, names), and decides
    run.attempt        one submission from beginning to end, on any machine
    words.verdict      from results to points and words
    run.store          the records, by which a run is taken up again
    course.gradebook   nbgrader's gradebook;  words.pages, words.summary: what people read
    run.run            the whole class

A package imports from those above it in this list, never from one below: errors, limits and
records; isolation; inside; course; words; run; authoring; and the command.
"""

__version__ = "0.1.0"
