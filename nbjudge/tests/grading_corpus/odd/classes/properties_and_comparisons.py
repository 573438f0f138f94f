# A class with all that a course of classes teaches.

# %% stack
from functools import total_ordering


@total_ordering
class Stack:
    def __init__(self):
        self._items = []

    @property
    def items(self):
        return tuple(self._items)

    def push(self, item):
        self._items.append(item)
        return self

    def pop(self):
        return self._items.pop()

    def __len__(self):
        return len(self._items)

    def __iter__(self):
        return iter(self._items)

    def __eq__(self, other):
        return self.items == other.items

    def __lt__(self, other):
        return self.items < other.items

    def __repr__(self):
        return f"Stack{self.items}"
