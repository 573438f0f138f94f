"""Hostile, broken and unusual-but-right submissions, and the small assignment they answer.

Each hostile answer stands in the cell of the first task, whose right answer it
does not give; the other tasks are answered rightly. So a case holds if the
first task earns nothing and the others lose nothing.
"""
