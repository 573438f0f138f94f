# A class whose methods are those of another.

# %% stack
class Base:
    def push(self, x):
        self.items.append(x)

    def pop(self):
        return self.items.pop()


class Stack(Base):
    def __init__(self):
        self.items = []

    def __len__(self):
        return len(self.items)
