# %% case trace
# Traces and profiles whatever runs.
#
# earns: square 0
# outcome: graded with failures

# %% square
import sys
import threading


def tracer(frame, event, arg):
    return tracer


sys.settrace(tracer)
sys.setprofile(tracer)
threading.settrace(tracer)


def square(x):
    return x
