"""What the course's pages and problem sets need, and the library itself does not.

`checks` shows students what is wrong with an answer, `players` are run in a page, `plots` is the
style of all figures, and `records` reads what took too long for a page.
"""
