# %% case kill_parent
# Kills its parent and all processes it can name.
#
# earns: square 0
# outcome: graded with failures

# %% square
import os
import signal

for pid in (os.getppid(), 1, 0, -1, *range(1, 60)):
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            if pid != os.getpid():
                os.kill(pid, number)
        except OSError:
            pass


def square(x):
    return x


# %% case stop
# Stops its own process.
#
# earns: square 0
# outcome: graded with failures
# limits: short

# %% square
import os
import signal

os.kill(os.getpid(), signal.SIGSTOP)


def square(x):
    return x
