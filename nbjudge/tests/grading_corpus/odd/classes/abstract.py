# A class of an abstract one.

# %% stack
from abc import ABC, abstractmethod


class Container(ABC):
    @abstractmethod
    def push(self, item): ...


class Stack(Container):
    def __init__(self):
        self.items = []

    def push(self, item):
        self.items.append(item)

    def pop(self):
        return self.items.pop()

    def __len__(self):
        return len(self.items)
