# %% case function_name
# Misspells the name of the function.
#
# earns: square 0
# outcome: graded with failures

# %% square
def sqaure(x):
    return x * x


# %% case greeting
# Forgets the exclamation mark.
#
# earns: hello 0
# outcome: graded with failures


# %% hello
def hello(name):
    print(f"Hello, {name}")


# %% case method_name
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


# %% case name
# Misspells a name inside the function.
#
# earns: square 0
# outcome: graded with failures


# %% square
def square(x):
    if x is None:
        raise ValueError
    return xx * x
