"""Code for the course's pages and problem sets, which the library itself does not need.

`checks` shows students what is wrong with an answer, `players` are interactive figures, `plots`
has the style of all figures, and `records` reads results of experiments too long for a page.
"""
