# %% case computes
# Computes for some tenths of a second.

# %% label
for n in range(2_000_000):
    pass
label = "seven"


# %% case many_calls
# Calls itself as often as it may.


# %% total
def total(values, depth=0):
    if depth < 500:
        return total(values, depth + 1)
    return float(sum(values))


# %% case sleeps
# Sleeps before it answers, and not for long.

# %% label
import time

time.sleep(0.3)
label = "seven"
