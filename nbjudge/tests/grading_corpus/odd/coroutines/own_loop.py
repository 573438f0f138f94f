# Runs a loop of its own in a thread.

# %% total
import asyncio
from concurrent.futures import ThreadPoolExecutor


async def add(values):
    return float(sum(values))


def total(values):
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, add(values)).result()
