# %% case slider
# Shows a widget.

# %% square
import ipywidgets


def square(x):
    if x is None:
        raise ValueError
    return x * x


ipywidgets.interact(lambda n: square(n), n=(0, 5))
