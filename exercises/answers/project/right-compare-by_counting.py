# Counts the ways the coins can fall.

# %% compare-answer
def compare(y, one, other):
    from math import comb

    differ = one != other
    n, b = int(differ.sum()), int((one == y)[differ].sum())
    ways = sum(comb(n, k) for k in range(n + 1) if abs(2 * k - n) >= abs(2 * b - n))
    return b, n - b, ways / 2**n
