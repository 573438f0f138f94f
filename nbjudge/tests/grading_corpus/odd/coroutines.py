# %% case await
# Awaits coroutines in the cell.

# %% square
import asyncio

await asyncio.sleep(0)


async def slow(x):
    return x * x


def square(x):
    if x is None:
        raise ValueError
    return x * x


await slow(3)


# %% case gather
# Runs several coroutines in the cell.

# %% label
import asyncio


async def letter(a):
    await asyncio.sleep(0)
    return a


label = "".join(await asyncio.gather(*map(letter, "seven")))


# %% case own_loop
# Runs a loop of its own in a thread.

# %% total
import asyncio
from concurrent.futures import ThreadPoolExecutor


async def add(values):
    return float(sum(values))


def total(values):
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, add(values)).result()
