"""Hostile, odd, unlucky and damaged submissions, and the assignments they answer.

`assignment` has tasks of several kinds; `files` reads the answers to them that stand in files,
`damaged` makes notebooks that no file of a script can be, `ordinary` holds the tests and answers
of ordinary courses. A hostile answer stands in the cell of one task, and does not solve it; all
other tasks are answered rightly. So a case holds if that task earns nothing, and no other loses.
"""
