"""Grade untrusted work of any nbgrader course: isolated, tamper-proof, parallel, resumable.

    nbjudge grade ASSIGNMENT --course DIR

A submission passes through these modules, in this order::

    course.source      what the instructor's source says: cells, tests, points, ids
    course.intake      what was handed in, trusted in nothing (reader)
    isolation.sandbox  the isolation this machine offers; box and confine make it
    source             what the text of a cell reads, binds and changes (names, flow, submitted)
    processes.zygote   a warm process, forked for each submission
    processes.student  runs the answers, and answers for values (codec, channel)
    processes.checker  runs the tests against stand-ins (remote, taint), and decides
    run.attempt        one submission from beginning to end, on any machine
    points.verdict     from results to points and the reasons for them
    run.store          the records, by which a run is taken up again
    course.gradebook   nbgrader's gradebook;  pages, run.exports: what people read
    run.run            the whole class

A package imports from those above it in this list, never from one below: errors, limits and
records; isolation; source; processes; course; points; pages; run; authoring; and the command.
"""

__version__ = "0.1.0"
