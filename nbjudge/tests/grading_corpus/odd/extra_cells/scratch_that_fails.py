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
