# %% case thread_that_outlives
# A thread that writes into all descriptors for ever.
#
# earns: square 0, rest 0 to 2
# outcome: graded with failures

# %% square
import os
import threading
import time


def later():
    while True:
        for fd in range(3, 256):
            try:
                os.write(fd, b"x" * 64)
            except OSError:
                pass
        time.sleep(0.01)


def square(x):
    threading.Thread(target=later, daemon=True).start()
    return x


# %% case threads
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
