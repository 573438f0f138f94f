"""How kernels of the course's environment run: to build the book, and in its tests."""

c = get_config()  # noqa: F821  IPython's

c.IPKernelApp.log_level = "ERROR"  # not that its messages cross the loopback in plain text
# Drawings stay sharp at any size, weigh half as much, and the page's theme can turn them dark.
c.InlineBackend.figure_formats = {"svg"}
c.InlineBackend.print_figure_kwargs = {"bbox_inches": "tight", "metadata": {"Date": None}}
