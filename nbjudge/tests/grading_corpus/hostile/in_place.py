# %% case cyclic
# Puts the list that it gets into itself.
#
# earns: tidy 0
# outcome: graded with failures or needs review

# %% tidy
def tidy(values):
    values[:] = [values] * 3


# %% case dtype
# Reads the memory of the array that it gets as other numbers.
#
# earns: tidy 0
# outcome: graded with failures or needs review


# %% tidy
def tidy(values):
    if isinstance(values, list):
        values.sort()
    else:
        values.dtype = np.int64


# %% case other_arguments
# Says that it changed other arguments than it got.
#
# earns: tidy 0
# outcome: graded with failures or needs review
# words: in hand

# %% tidy
import gc

student = next(o for o in gc.get_objects() if type(o).__name__ == "Student")
print("in hand")


def tidy(values):
    student._changed = lambda *call: student.__dict__.pop("_changed") and [[[1, 2, 3], 4], {}]


# %% case resizes
# Empties the list and shrinks the array that it gets.
#
# earns: tidy 0
# outcome: graded with failures or needs review


# %% tidy
def tidy(values):
    if isinstance(values, list):
        values.clear()
    else:
        values.resize(0, refcheck=False)


# %% case turns_into_another_kind
# Changes the list that it gets into things that lists do not hold.
#
# earns: tidy 0
# outcome: graded with failures or needs review


# %% tidy
class Sorted:
    def __eq__(self, other):
        return True


def tidy(values):
    values[:] = [Sorted()] * 3
