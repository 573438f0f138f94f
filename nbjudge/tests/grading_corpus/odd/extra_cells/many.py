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
