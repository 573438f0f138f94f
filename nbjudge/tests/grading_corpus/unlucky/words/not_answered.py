# Leaves the question in words without an answer.

# %% why [markdown]
#
