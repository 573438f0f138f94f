# Announces a message of 2**63 bytes.
#
# earns: square 0
# outcome: graded with failures

# %% square
import os
import struct


def square(x):
    for fd in range(3, 256):
        try:
            os.write(fd, struct.pack("<Q", 2**63))
        except OSError:
            pass
