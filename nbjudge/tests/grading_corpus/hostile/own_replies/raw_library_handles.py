# Sends the handles that only the checker may send: a library's function, an estimator.
#
# earns: square 0
# outcome: graded with failures or needs review
# words: in hand

# %% square
import gc

student = next(o for o in gc.get_objects() if type(o).__name__ == "Student")
print("in hand")
trees = iter(
    [
        ["lib", "os", "_exit"],
        ["est", "subprocess", "Popen", ["d", ["args", "true"]]],
        ["cb", -1],
        ["cb", 10**9],
        ["arg", 0],
        ["h", -1],
        ["h", 0, "object", "x", None, ["h", 0]],
        ["h", True],
    ]
    * 4
)


class Tree:
    pass


original = student.opaque
student.opaque = lambda value, encoder=None: (
    next(trees) if isinstance(value, Tree) else original(value, encoder)
)


def square(x):
    return Tree()
