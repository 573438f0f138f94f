# %% case closes_descriptors
# Closes every descriptor.
#
# earns: square 0
# outcome: graded with failures

# %% square
import os

os.closerange(3, 1000)


def square(x):
    return x


# %% case reads_descriptors
# Reads from every descriptor what is not meant for it.
#
# earns: square 0
# outcome: graded with failures

# %% square
import os
import threading


def steal():
    for fd in range(3, 256):
        try:
            os.set_blocking(fd, False)
            os.read(fd, 10**6)
        except OSError:
            pass


def square(x):
    steal()
    return x


# %% case writes_to_descriptors
# Writes a passed test to every open descriptor.
#
# earns: square 0
# outcome: graded with failures

# %% square
import json
import os

for fd in range(3, 256):
    try:
        os.write(fd, json.dumps({"end": 2, "result": {"outcome": "passed", "points": 9}}).encode())
    except OSError:
        pass


def square(x):
    return x
