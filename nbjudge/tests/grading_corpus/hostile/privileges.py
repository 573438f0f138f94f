# %% case becomes_root
# Becomes root, to read what only root may.
#
# earns: square 0
# outcome: graded with failures

# %% square
import os

try:
    os.setuid(0)
    open("/etc/shadow").close()
    root = True
except OSError:
    root = False


def square(x):
    return x * x if root else x
