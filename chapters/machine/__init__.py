"""The machine that builds the book: Sphinx extensions of its own, and how kernels run its pages.

- `content`: what a page may hold besides Markdown: equations, quizzes, the map, the first player
- `execution`: how cells are run, and the checks behind them
- `output`: what is added to pages that were written, in one pass
- `reference`: the library's docstrings as pages

`conf.py` are Sphinx's settings, made from _config.yml.
"""
