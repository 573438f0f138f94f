# Answers for how a cell ran with numbers too long to be printed.
#
# earns: square 0
# outcome: graded with failures or needs review
# words: in hand

# %% square
import gc

student = next(o for o in gc.get_objects() if type(o).__name__ == "Student")
print("in hand")
huge = 10**5000
original = student.run
student.operations["run"] = lambda *cell: (
    original(*cell)
    and {
        "outputs": [],
        "error": {"type": "E", "kind": "E", "message": "", "line": huge, "errno": huge},
    }
)


def square(x):
    return x
