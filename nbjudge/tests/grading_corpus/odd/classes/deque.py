# A double-ended queue with one method more.

# %% stack
from collections import deque


class Stack(deque):
    push = deque.append
