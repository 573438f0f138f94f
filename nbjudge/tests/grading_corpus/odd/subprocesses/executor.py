# Computes in an executor's processes, and in one of its own that answers by a queue.

# %% square
import multiprocessing
from concurrent.futures import ProcessPoolExecutor


def square(x):
    if x is None:
        raise ValueError("None has no square")
    queue = multiprocessing.Queue()
    process = multiprocessing.Process(target=queue.put, args=(x,))
    process.start()
    back = queue.get()
    process.join()
    return back * x


# %% total
def total(values):
    with ProcessPoolExecutor(2) as executor:
        return sum(executor.map(float, values))
