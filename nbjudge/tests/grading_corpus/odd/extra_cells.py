# %% case helper_before
# Uses a helper from a cell of its own, above all others.

# %%
def helper(x):
    return x * x


# %% square
def square(x):
    if x is None:
        raise ValueError
    return helper(x)


# %% case many
# Has many cells of its own, with text between them.

# %%
a = 1
# %%
b = a + 1
# %%
c = b + 1


# %% square
def square(x):
    if x is None:
        raise ValueError
    return x * x


# %%
square(c)
# %%
square(b)
# %% label
label = "seven"
# %%
print(a, b, c)


# %% case scratch_that_fails
# Leaves scratch cells that fail behind.
#
# outcome: graded with failures

# %%
x = 1 / 0

# %%
undefined_name

# %% label
label = "seven"

# %%
while_not_run = 1
