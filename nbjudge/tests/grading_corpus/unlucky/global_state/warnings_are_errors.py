# Turns warnings into errors, and computes what warns; in the grader they stay warnings.
#
# earns: square 1
# outcome: graded with failures

# %% square
import warnings

warnings.simplefilter("error")


def square(x):
    warnings.warn("slow")
    return x * x
