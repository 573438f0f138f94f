# %% case forged_key
# Gives the global generator's key as an object that turns into another array each time.
#
# earns: square 0
# outcome: graded with failures or needs review
# words: in hand

# %% square
import gc


class Key:
    def __init__(self, key):
        self.keys = [key]

    def __array__(self, dtype=None, copy=None):
        return self.keys.pop() if self.keys else np.zeros(624, np.uint32)


student = next(o for o in gc.get_objects() if type(o).__name__ == "Student")
print("in hand")


def moved(before):
    states = [dict(before[0]), before[1]] if before else None
    if states:
        states[0]["state"] = {"key": Key(before[0]["state"]["key"]), "pos": 624}
    return states


student._moved = moved


def square(x):
    return x


# %% case forged_normal_number
# Says that the global generator keeps a normal number for later, in a value that is false and 1.
#
# earns: square 0
# outcome: graded with failures or needs review
# words: in hand

# %% square
import gc


class Kept:
    def __bool__(self):
        return False

    def __int__(self):
        return 1

    __index__ = __int__


student = next(o for o in gc.get_objects() if type(o).__name__ == "Student")
print("in hand")


def moved(before):
    states = [dict(before[0]), before[1]] if before else None
    if states:
        states[0] |= {"has_gauss": Kept(), "gauss": 0.0}
    return states


student._moved = moved


def square(x):
    return x


# %% case forged_python_state
# Gives the state of Python's generator as words that are others when they are read again.
#
# earns: square 0
# outcome: graded with failures or needs review
# words: in hand

# %% square
import gc


class Words:
    def __init__(self, words):
        self.words = words

    def __getitem__(self, place):
        return self.words[place]

    def __iter__(self):
        return iter([0] * 624 + [624])


student = next(o for o in gc.get_objects() if type(o).__name__ == "Student")
print("in hand")
student._moved = lambda before: [before[0], (2, Words(before[1][1]), None)] if before else None


def square(x):
    return x


# %% case seeded_in_the_function
# Seeds all global generators anew each time it is called.
#
# earns: square 0
# outcome: graded with failures

# %% square
import random


def square(x):
    np.random.seed(0)
    random.seed(0)
    return x
