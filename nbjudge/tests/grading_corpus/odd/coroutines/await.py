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
