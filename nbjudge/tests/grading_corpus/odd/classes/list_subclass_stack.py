# A list with one method more.

# %% stack
class Stack(list):
    push = list.append
