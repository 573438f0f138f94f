# Starts ten thousand threads.
#
# earns: square 0, table 0 to 2
# outcome: graded with failures
# words: processes and threads

# %% square
import threading
import time

for _ in range(10_000):
    threading.Thread(target=time.sleep, args=(100,), daemon=True).start()


def square(x):
    return x
