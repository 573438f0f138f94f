# %% case forgets_to_count
# A loop whose counter does not move.
#
# earns: total 0
# outcome: graded with failures
# limits: short

# %% total
def total(values):
    i = t = 0
    while i < len(values):
        t += values[i]
    return float(t)


# %% case one_too_far
# Reads one place beyond the end.
#
# earns: total 0
# outcome: graded with failures


# %% total
def total(values):
    return sum(values[i] for i in range(len(values) + 1))


# %% case returns_too_early
# Returns inside the loop.
#
# earns: total 0
# outcome: graded with failures


# %% total
def total(values):
    t = 0.0
    for v in values:
        t += v
        return t


# %% case waits_for_input
# Asks for the number when it is called.
#
# earns: square 0
# outcome: graded with failures


# %% square
def square(x):
    x = float(input("x? "))
    return x * x
