# %% case caret
# Takes the caret for a power.
#
# earns: square 0
# outcome: graded with failures

# %% square
def square(x):
    return x ^ 2


# %% case half_precision
# Computes with three digits.
#
# earns: square 1
# outcome: graded with failures


# %% square
def square(x):
    if x is None:
        raise ValueError
    return np.float16(x) ** 2


# %% case integer_overflow
# Computes in eight bits.
#
# earns: square 1
# outcome: graded with failures


# %% square
def square(x):
    if x is None:
        raise ValueError
    return np.int8(x) * np.int8(x)


# %% case rounded
# Rounds to two digits.
#
# earns: square 1
# outcome: graded with failures


# %% square
def square(x):
    if x is None:
        raise ValueError
    return np.round(np.asarray(x) ** 2.0, 2)


# %% case text
# Returns the number as text.
#
# earns: square 0
# outcome: graded with failures


# %% square
def square(x):
    return str(x * x)
