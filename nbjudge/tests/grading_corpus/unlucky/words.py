# %% case not_answered
# Leaves the question in words without an answer.

# %% why [markdown]
#
