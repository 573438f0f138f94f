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
