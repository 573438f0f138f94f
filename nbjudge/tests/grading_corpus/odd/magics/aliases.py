# Lists, measures and asks for help.

# %%
# %who
# %pwd
# %lsmagic
# square?
# %% label
label = "seven"
