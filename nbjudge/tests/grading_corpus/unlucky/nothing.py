# %% case comment_only
# Leaves words where there must be code.
#
# earns: total 0
# outcome: graded with failures

# %% total
# I will do this later.


# %% case empty_cell
# Deletes the text of the cell.
#
# earns: square 0
# outcome: graded with failures

# %% square


# %% case pass_only
# Has a function that does nothing.
#
# earns: total 0
# outcome: graded with failures

# %% total
def total(values): ...


# %% case stub_left
# Leaves the cell as it was handed out.
#
# earns: square 0
# outcome: graded with failures

# %% square
raise NotImplementedError("this task is still to do")
