# Finds its methods in what it holds.

# %% stack
class Stack:
    def __init__(self):
        self.items = []
        self.push = self.items.append

    def __getattr__(self, name):
        return getattr(self.__dict__["items"], name)

    def __len__(self):
        return len(self.items)
