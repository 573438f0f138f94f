# %% case abstract
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


# %% case dataclass_stack
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


# %% case delegates
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


# %% case deque
# A double-ended queue with one method more.

# %% stack
from collections import deque


class Stack(deque):
    push = deque.append


# %% case frozen_dataclass_of_tuples
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


# %% case generic
# A generic class.

# %% stack
from typing import Generic, TypeVar

T = TypeVar("T")


class Stack(Generic[T]):
    def __init__(self) -> None:
        self.items: list[T] = []

    def push(self, item: T) -> None:
        self.items.append(item)

    def pop(self) -> T:
        return self.items.pop()

    def __len__(self) -> int:
        return len(self.items)


# %% case inherited_stack
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


# %% case linked_list
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


# %% case list_subclass_stack
# A list with one method more.


# %% stack
class Stack(list):
    push = list.append


# %% case metaclass
# A class whose metaclass counts its objects.


# %% stack
class Counted(type):
    count = 0

    def __call__(cls, *args):
        Counted.count += 1
        return super().__call__(*args)


class Stack(metaclass=Counted):
    def __init__(self):
        self.items = []

    def push(self, item):
        self.items.append(item)

    def pop(self):
        return self.items.pop()

    def __len__(self):
        return len(self.items)


# %% case properties_and_comparisons
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


# %% case slots
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


# %% case user_list
# A list of the standard library's for subclasses.

# %% stack
from collections import UserList


class Stack(UserList):
    def push(self, item):
        self.append(item)
