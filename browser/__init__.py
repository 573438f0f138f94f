"""The course in a reader's browser: Python there is Pyodide, see `browser.pyodide`."""
