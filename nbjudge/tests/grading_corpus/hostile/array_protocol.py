# %% case array_interface_pointer
# An object whose array interface points to memory that is not its own.
#
# earns: square 0
# outcome: needs review

# %% square
class Liar:
    @property
    def __array_interface__(self):
        return {"shape": (20,), "typestr": "<f8", "data": (8, False), "version": 3}

    def __eq__(self, other):
        return True


def square(x):
    return Liar()


# %% case array_method_that_lies
# An object that turns into zeros and answers ufuncs with True.
#
# earns: square 0
# outcome: needs review


# %% square
class Liar:
    calls = 0

    def __array__(self, dtype=None, copy=None):
        Liar.calls += 1
        return np.zeros(20)

    def __array_ufunc__(self, *a, **k):
        return np.array(True)

    def __eq__(self, other):
        return True


def square(x):
    return Liar()
