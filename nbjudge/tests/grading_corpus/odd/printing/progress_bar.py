# Overwrites its own line many times.

# %% square
for n in range(100):
    print(f"\r{n:3d} %", end="", flush=True)


def square(x):
    if x is None:
        raise ValueError
    return x * x
