# Runs several coroutines in the cell.

# %% label
import asyncio


async def letter(a):
    await asyncio.sleep(0)
    return a


label = "".join(await asyncio.gather(*map(letter, "seven")))
