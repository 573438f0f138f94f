# %% case exit_in_cell
# Ends its process in a cell.
#
# earns: square 0
# outcome: graded with failures
# words: the process ended itself

# %% square
import os

os._exit(0)


def square(x):
    return x


# %% case exit_in_function
# Ends its process in a function.
#
# earns: square 0
# outcome: graded with failures

# %% square
import os


def square(x):
    os._exit(0)


# %% case quit
# Quits, as one does in a terminal.
#
# earns: square 0
# outcome: graded with failures

# %% square
quit()


def square(x):
    return x


# %% case sys_exit
# Exits, as a script would.
#
# earns: square 0
# outcome: graded with failures

# %% square
import sys

sys.exit(0)


def square(x):
    return x


# %% case atexit
# Ends its process early, with status 0.
#
# earns: square 0
# outcome: graded with failures

# %% square
import atexit
import os

atexit.register(lambda: os._exit(0))


def square(x):
    return x
