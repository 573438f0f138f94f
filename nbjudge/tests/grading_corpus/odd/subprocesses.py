# %% case echo
# Starts another program.

# %% label
import subprocess

label = subprocess.run(["echo", "seven"], capture_output=True, text=True).stdout.strip()


# %% case executor
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


# %% case pool
# Computes in a pool of processes.

# %% square
import multiprocessing


def multiply(pair):
    return pair[0] * pair[1]


def square(x):
    if x is None:
        raise ValueError("None has no square")
    with multiprocessing.Pool(2) as pool:
        return pool.map(multiply, [(x, x)])[0]


# %% case python
# Starts another Python.

# %% label
import subprocess
import sys

done = subprocess.run([sys.executable, "-c", "print('seven')"], capture_output=True, text=True)
label = done.stdout.strip()
