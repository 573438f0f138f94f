# %% case network
# Asks the network.
#
# earns: square 0
# outcome: graded with failures

# %% square
import socket

try:
    socket.create_connection(("1.1.1.1", 53), 1)
    leaked = True
except OSError:
    leaked = False


def square(x):
    return 9 if leaked else x
