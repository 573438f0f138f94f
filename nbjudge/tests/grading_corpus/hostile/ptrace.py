# %% case ptrace
# Attaches to other processes and mounts over /tmp.
#
# earns: square 0
# outcome: graded with failures

# %% square
import ctypes

libc = ctypes.CDLL(None)
done = [n for n in (0, 1, 2) if libc.ptrace(16, n, 0, 0) == 0]
libc.unshare(0x10000000)
libc.mount(b"x", b"/tmp", b"tmpfs", 0, None)


def square(x):
    return x
