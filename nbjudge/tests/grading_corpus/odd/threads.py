# %% case lock_and_event
# Waits for a thread of its own.

# %% total
import threading


def total(values):
    done, found = threading.Event(), []

    def work():
        found.append(float(sum(values)))
        done.set()

    threading.Thread(target=work).start()
    done.wait()
    return found[0]


# %% case thread_pool
# Computes in a pool of threads.

# %% total
from concurrent.futures import ThreadPoolExecutor


def total(values):
    with ThreadPoolExecutor(4) as pool:
        return float(sum(pool.map(float, values)))


# %% case threads
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
