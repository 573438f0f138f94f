# %% case proc_mem
# Writes into the memory of other processes.
#
# earns: square 0
# outcome: graded with failures

# %% square
import os

for pid in [p for p in os.listdir("/proc") if p.isdigit()]:
    try:
        open(f"/proc/{pid}/mem", "r+b").write(b"x")
    except OSError:
        pass


def square(x):
    return x
