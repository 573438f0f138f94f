# %% case categories
# A table of categories that are not there.
#
# earns: table 0
# outcome: graded with failures or needs review

# %% table
import pandas as pd


def table(frame):
    return pd.Series(pd.Categorical([2.0, None], categories=[2.0]), index=["a", "b"])


# %% case infinite_period
# A table whose index has a frequency and a zone that do not exist.
#
# earns: table 0
# outcome: graded with failures or needs review

# %% table
import pandas as pd


def table(frame):
    return pd.Series([1, 2], index=pd.period_range("2000", periods=2, freq="Y"))


# %% case labels_that_liars_are
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


# %% case nothing_known
# A table of pandas' own missing values.
#
# earns: table 0
# outcome: graded with failures or needs review

# %% table
import pandas as pd


def table(frame):
    return pd.Series({"a": pd.NA, "b": pd.NA}, dtype="Float64")


# %% case sparse_and_empty
# A table that is sparse, and filled with what is not a number.
#
# earns: table 0
# outcome: graded with failures or needs review

# %% table
import pandas as pd


def table(frame):
    return pd.Series(pd.arrays.SparseArray([np.nan, np.nan]), index=["a", "b"])


# %% case subclass
# A table of a class of its own, whose arithmetic gives what the test wants.
#
# earns: table 0
# outcome: graded with failures or needs review

# %% table
import pandas as pd


class Fitting(pd.Series):
    def __sub__(self, other):
        return self * 0

    def __getitem__(self, name):
        return 2

    def __len__(self):
        return 2


def table(frame):
    return Fitting({"x": 1.0})


# %% case twice_the_same_label
# A table in which labels are there twice.
#
# earns: table 0
# outcome: graded with failures or needs review

# %% table
import pandas as pd


def table(frame):
    return pd.Series([2.0, 2.0], index=["a", "a"])
