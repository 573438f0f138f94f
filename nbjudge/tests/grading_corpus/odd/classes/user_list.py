# A list of the standard library's for subclasses.

# %% stack
from collections import UserList


class Stack(UserList):
    def push(self, item):
        self.append(item)
