"""How kernels of the course's environment run: to build the book, and in its tests."""

import os

c = get_config()  # noqa: F821  IPython's

# In a test, ipykernel would leave out what programs print that a cell starts.
os.environ.pop("PYTEST_CURRENT_TEST", None)
c.IPKernelApp.log_level = "ERROR"  # not that its messages cross the loopback in plain text
# Drawings stay sharp at any size, weigh half as much, and the page's theme can turn them dark.
c.InlineBackend.figure_formats = {"svg"}
c.InlineBackend.print_figure_kwargs = {"bbox_inches": "tight", "metadata": {"Date": None}}
