# Misspells the name of a method.
#
# earns: stack 0
# outcome: graded with failures

# %% stack
class Stack:
    def __init__(self):
        self.items = []

    def psuh(self, item):
        self.items.append(item)

    def pop(self):
        return self.items.pop()

    def __len__(self):
        return len(self.items)
