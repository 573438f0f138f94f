# Writes where nobody but root may.
#
# earns: square 0
# outcome: graded with failures

# %% square
import os

done = []
for path in ("/usr/x", "/etc/x", "/dev/x", "/x", np.__file__, "/dev/shm/../x"):
    try:
        open(path, "a").write("x")
        done.append(path)
    except OSError:
        pass


def square(x):
    return x * x if done else x
