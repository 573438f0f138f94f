"""What a page may hold besides Markdown, as directives.

What was looked at that does similar things, and why each is not used:

- `equations`: Sphinx's own `math` directive shows them; no extension has the formula come from code
- `quiz`: jupyterquiz, teachbooks-questions and sphinx-quiz need scripts to tell a reader what is
  right and why, and sphinx-yaq is not released
- `course_map`: sphinx.ext.graphviz and sphinxcontrib-mermaid draw graphs by a program of the system
  or a script, with no list for a phone; sphinx.ext.duration measures builds, not reading
- `player`: jupyter-sphinx shows what a cell returns, and brings the widgets' scripts from a network
- `words`: sphinxcontrib-spelling knows words that exist, codespell single words, in code as well;
  Vale, which has rules like these, is a program that no package registry has
"""
