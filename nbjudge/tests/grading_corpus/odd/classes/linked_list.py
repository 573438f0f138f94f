# Nodes that point to each other.

# %% stack
class Node:
    def __init__(self, item, below):
        self.item, self.below = item, below


class Stack:
    def __init__(self):
        self.top, self.size = None, 0

    def push(self, item):
        self.top, self.size = Node(item, self.top), self.size + 1

    def pop(self):
        if self.top is None:
            raise IndexError("empty")
        item, self.top, self.size = self.top.item, self.top.below, self.size - 1
        return item

    def __len__(self):
        return self.size
