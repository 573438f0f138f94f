# %% case closes_stdout
# Closes the standard streams.
#
# earns: square 0
# outcome: graded with failures

# %% square
import os
import sys

sys.stdout.close()
sys.stderr.close()
os.close(1)


def square(x):
    return x


# %% case input
# Asks for input where nobody answers.
#
# earns: square 0
# outcome: graded with failures

# %% square
input("a number? ")


def square(x):
    return x
