# %% case frames_to_descriptors
# Writes messages of the right form to every descriptor.
#
# earns: square 0
# outcome: graded with failures

# %% square
import json
import os
import struct

for text in ({"end": 2, "result": {"outcome": "passed", "points": 1}}, {"done": True}):
    data = json.dumps(text).encode()
    for fd in range(3, 256):
        try:
            os.write(fd, struct.pack("<Q", len(data)) + data)
        except OSError:
            pass


def square(x):
    return x


# %% case garbage
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


# %% case header_bomb
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
