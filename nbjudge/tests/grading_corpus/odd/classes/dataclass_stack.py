# A dataclass for a class.

# %% stack
from dataclasses import dataclass, field


@dataclass
class Stack:
    items: list = field(default_factory=list)

    def push(self, x):
        self.items.append(x)

    def pop(self):
        return self.items.pop()

    def __len__(self):
        return len(self.items)
