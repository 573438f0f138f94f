# %% case answer_in_another_cell
# Writes the answer below the cell that it belongs to; what counts is that it runs.

# %% square
# My answer is in the next cell.
# %%
def square(x):
    if x is None:
        raise ValueError
    return x * x


# %% case answer_too_late
# Writes the answer into the last cell, after its tests.
#
# earns: square 0
# outcome: graded with failures

# %% square
# My answer is in the last cell.
# %% label
label = "seven"


# %%
def square(x):
    if x is None:
        raise ValueError
    return x * x


# %% case assertion_of_its_own
# Tests itself, and fails, after the function is defined.
#
# outcome: graded with failures


# %% square
def square(x):
    if x is None:
        raise ValueError
    return x * x


assert square(3) == 10


# %% case other_tasks_name
# Gives the first function the name of the second.
#
# earns: square 0
# outcome: graded with failures


# %% square
def total(x):
    return x * x


# %% case redefined_by_scratch
# Tries something else below, under the same name.
#
# earns: square 0
# outcome: graded with failures


# %% square
def square(x):
    if x is None:
        raise ValueError
    return x * x


# %%
def square(x):
    return x


# %% case timeit_defines_nothing
# Defines the function inside a magic that throws its names away.
#
# earns: square 0
# outcome: graded with failures


# %% square
# %%timeit -n 1 -r 1
def square(x):
    return x * x
