"""The library's docstrings as pages, by sphinx.ext.autodoc and sphinx.ext.napoleon.

numpydoc (`numpydoc_xref_param_type`) was looked at too: it links the names of types, and knows
neither parameters in single backticks nor equations. sphinx-codeautolink links code, not
docstrings.
"""
