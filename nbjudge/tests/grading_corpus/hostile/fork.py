# %% case fork_bomb
# Forks without end.
#
# earns: square 0, rest 0 to 2
# outcome: graded with failures

# %% square
import os

try:
    while True:
        os.fork()
except OSError:
    pass


def square(x):
    return x


# %% case memory_of_many
# Takes its memory in many processes.
#
# earns: square 0
# outcome: graded with failures
# words: took more than twice the limit of 256 MB of memory

# %% square
import os
import time

for _ in range(8):
    if os.fork() == 0:
        hoard = bytearray(200 * 2**20)
        time.sleep(60)
time.sleep(3)


def square(x):
    return x
