# A class with slots.

# %% stack
class Stack:
    __slots__ = ("items",)

    def __init__(self):
        self.items = []

    def push(self, item):
        self.items.append(item)

    def pop(self):
        return self.items.pop()

    def __len__(self):
        return len(self.items)
