# Keeps its items in a tuple, made anew each time.

# %% stack
class Stack:
    items = ()

    def push(self, item):
        self.items = (*self.items, item)

    def pop(self):
        *rest, last = self.items or [].pop()
        self.items = tuple(rest)
        return last

    def __len__(self):
        return len(self.items)
