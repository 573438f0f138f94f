# %% case import_hook
# Answers every import by ending.
#
# earns: square 0, table 0 to 2
# outcome: graded with failures

# %% square
import sys


class Hook:
    def find_spec(self, *a):
        raise SystemExit


sys.meta_path.insert(0, Hook())


def square(x):
    return x
