# Shows pictures, tables and formulas.

# %% square
import pandas as pd
from IPython.display import HTML, Image, Latex, Markdown, display

display(HTML("<b>bold</b>"), Latex("$x^2$"), Markdown("# Title"), pd.DataFrame({"a": [1]}))


def square(x):
    if x is None:
        raise ValueError
    return x * x


square(np.arange(3))
