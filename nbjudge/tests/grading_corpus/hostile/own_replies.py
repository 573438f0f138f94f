# %% case forked_replies
# Forks while it is asked, so that two processes answer.
#
# earns: square 0, rest 0 to 2
# outcome: graded with failures or needs review

# %% square
import os


def square(x):
    os.fork()
    return x


# %% case names_of_stand_ins
# Answers for its names with an object that is asked for everything.
#
# earns: square 0
# outcome: graded with failures or needs review
# words: in hand

# %% square
import gc


class Odd:
    def __iter__(self):
        return iter(["xs", "expected", "np"])


student = next(o for o in gc.get_objects() if type(o).__name__ == "Student")
print("in hand")
student.operations["names"] = Odd


def square(x):
    return x


# %% case raises_everything_by_name
# Claims that each call raised an exception of the tests' own tools.
#
# earns: square 0, rest 0 to 2
# outcome: graded with failures or needs review
# words: in hand

# %% square
import gc

student = next(o for o in gc.get_objects() if type(o).__name__ == "Student")
print("in hand")
names = iter(
    [
        "unittest.case.SkipTest",
        "_pytest.outcomes.Skipped",
        "nbjudge.processes.remote.TimeLimit",
        "nbjudge.processes.remote.Unsplittable",
        "nbjudge.processes.remote.StudentLost",
        "builtins.SystemExit",
        "builtins.BaseExceptionGroup",
        "bdb.BdbQuit",
        "IPython.core.error.UsageError",
        "builtins.AssertionError",
    ]
    * 9
)
student.failure = lambda error, before: student.encode(
    "error", [[next(names)], 10**5000, [10**5000, None], None], before=before
)


def square(x):
    raise ValueError


# %% case raw_classes
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


# %% case raw_library_handles
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


# %% case raw_modules_and_classes
# Sends modules and classes by their names, for the checker to look up.
#
# earns: square 0
# outcome: graded with failures or needs review
# words: in hand

# %% square
import gc

student = next(o for o in gc.get_objects() if type(o).__name__ == "Student")
print("in hand")
names = iter(
    ["os", "sys", "nbjudge.processes.checker", "__main__", "unittest.mock", "builtins"] * 9
)


class Module:
    pass


original = student.opaque
student.opaque = lambda value, encoder=None: (
    ["m", next(names)] if isinstance(value, Module) else original(value, encoder)
)


def square(x):
    return Module()


# %% case run_of_huge_numbers
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


# %% case run_of_huge_words
# Answers for how a cell ran with an error whose name is a number too long to be printed.
#
# earns: square 0
# outcome: graded with failures or needs review
# words: in hand

# %% square
import gc

student = next(o for o in gc.get_objects() if type(o).__name__ == "Student")
print("in hand")
original = student.run
student.operations["run"] = lambda *cell: original(*cell) and {"error": {"type": 10**5000}}


def square(x):
    return x


# %% case run_of_odd_outputs
# Answers for how a cell ran with outputs whose every part is something else.
#
# earns: square 0
# outcome: graded with failures or needs review
# words: in hand

# %% square
import gc

odd = [np.arange(3), 10**5000, {}, [[]], b"x", np.datetime64("NaT"), "\ud800", float("nan"), None]
kinds = ["stream", "error", "display_data", "execute_result", *odd]


def run(source, number):
    original(source, number)
    outputs = [
        {"output_type": kind, "text": part, "ename": part, "evalue": part, "traceback": part}
        for kind in kinds
        for part in odd
    ]
    outputs += [{"output_type": kind, "data": part} for kind in kinds for part in odd]
    outputs += [
        {"output_type": "display_data", "data": {"text/plain": part, "image/png": part}}
        for part in odd
    ]
    return {"outputs": outputs, "error": None}


student = next(o for o in gc.get_objects() if type(o).__name__ == "Student")
print("in hand")
original = student.run
student.operations["run"] = run


def square(x):
    return x


# %% case run_of_stand_ins
# Answers for how a cell ran with objects instead of data.
#
# earns: square 0
# outcome: graded with failures or needs review
# words: in hand

# %% square
import gc


class Odd:
    def __getitem__(self, place):
        raise ValueError

    def __str__(self):
        raise ValueError


student = next(o for o in gc.get_objects() if type(o).__name__ == "Student")
print("in hand")
original = student.run
student.operations["run"] = lambda *cell: original(*cell) and Odd()


def square(x):
    return x


# %% case run_that_claims_points
# Answers for how a cell ran with what a passed test is reported with.
#
# earns: square 0
# outcome: graded with failures or needs review
# words: in hand

# %% square
import gc

student = next(o for o in gc.get_objects() if type(o).__name__ == "Student")
print("in hand")
original = student.run
student.operations["run"] = lambda *cell: (
    original(*cell)
    and {
        "outcome": "passed",
        "points": 3.0,
        "end": 2,
        "outputs": [],
        "error": None,
        "review": None,
    }
)


def square(x):
    return x


# %% case second_reply_before_the_question
# Sends replies before they are asked for, so that each one answers the next question.
#
# earns: square 0, rest 0 to 2
# outcome: graded with failures or needs review
# words: in hand

# %% square
import gc

student = next(o for o in gc.get_objects() if type(o).__name__ == "Student")
print("in hand")


def square(x):
    for answer in (5, 5, 5):
        student.channel.send(student.encode("ok", answer))
    return x


# %% case values_for_every_name
# Claims to have bound every name that it is asked for, to the same object.
#
# earns: square 0, stack 0 to 2, rest 0 to 2
# outcome: graded with failures or needs review
# words: in hand

# %% square
import gc

student = next(o for o in gc.get_objects() if type(o).__name__ == "Student")
print("in hand")
student.operations["get"] = lambda *names: [[lambda *a, **k: True] for _ in names]


def square(x):
    return x
