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
        "nbjudge.inside.remote.TimeLimit",
        "nbjudge.inside.remote.Unsplittable",
        "nbjudge.inside.remote.StudentLost",
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
