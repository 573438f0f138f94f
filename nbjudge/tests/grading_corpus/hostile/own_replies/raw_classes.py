# Describes classes with odd names, bases, methods and ancestors.
#
# earns: square 0
# outcome: graded with failures or needs review
# words: in hand

# %% square
import gc

student = next(o for o in gc.get_objects() if type(o).__name__ == "Student")
print("in hand")
about = iter(
    [
        ["class", "\0", None, "object", [], []],
        ["class", "\ud800", None, "object", [], []],
        ["class", "x" * 10**6, "x" * 10**6, "int", [], []],
        ["class", "RemoteObject", None, "eval", ["__class__", "__init_subclass__", "__del__"], []],
        ["class", "Equal", None, "SystemExit", ["__eq__"], [1, 2, "3", None, [4]]],
        ["class", 5, 5, 5, 5, 5],
        ["function", "f", None, [["*", 9, [1]]]],
        ["function", "f", None, 10**5000],
    ]
    * 4
)
number = iter(range(1000, 2000))


class Tree:
    pass


original = student.opaque
student.opaque = lambda value, encoder=None: (
    ["h", next(number), *next(about)] if isinstance(value, Tree) else original(value, encoder)
)


def square(x):
    return Tree()
