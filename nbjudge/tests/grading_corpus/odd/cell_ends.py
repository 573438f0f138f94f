# %% case error_after_definition
# Fails after the function is defined.
#
# outcome: graded with failures

# %% square
def square(x):
    if x is None:
        raise ValueError
    return x * x


1 / 0


# %% case last_line_is_a_value
# Calls its own function at the end of the cell.


# %% square
def square(x):
    if x is None:
        raise ValueError
    return x * x


square(3)
