"""How the cells of pages are run, and the checks behind them.

What was looked at that does similar things, and why each is not used:

- `checks`, `reader`: MyST-NB's `glue` puts numbers into the text, and is used; its `eval` role has
  no asserts and no cache, and a page's own hidden cells would be in what readers copy
- `parallel`: MyST-NB executes side by side where Sphinx reads so (`-j`), and two extensions of
  Jupyter Book, sphinx_multitoc_numbering and sphinx_jupyterbook_latex, do not allow it
- `kernels`: voila and Jupyter's gateways keep kernels that have started; none forks one that has
  imported what pages import. The provisioner is Jupyter's own way to start kernels otherwise
"""
