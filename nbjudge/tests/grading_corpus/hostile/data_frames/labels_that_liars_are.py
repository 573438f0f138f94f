# A table whose values are objects that claim to equal anything.
#
# earns: table 0
# outcome: needs review

# %% table
import pandas as pd


class Liar:
    def __eq__(self, other):
        return True

    def __sub__(self, other):
        return 0.0

    def __hash__(self):
        return 0


def table(frame):
    return pd.Series({"a": Liar(), "b": Liar()})
