# Computes in a thread.

# %% square
import threading


def square(x):
    if x is None:
        raise ValueError
    found = []
    thread = threading.Thread(target=lambda: found.append(x * x))
    thread.start()
    thread.join()
    return found[0]
