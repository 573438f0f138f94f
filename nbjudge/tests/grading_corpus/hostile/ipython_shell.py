# %% case run_cell_replaced
# Replaces the methods by which the shell runs cells.
#
# earns: square 0, rest 0 to 2
# outcome: graded with failures

# %% square
shell = get_ipython()
shell.run_cell = lambda *a, **k: None
type(shell).run_code = lambda *a, **k: False


def square(x):
    return x
