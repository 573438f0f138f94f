# %% case numpy_in_sys_modules
# Puts a module of its own in NumPy's place.
#
# earns: square 0, table 0 to 2
# outcome: graded with failures

# %% square
import sys
import types

fake = types.ModuleType("numpy")
fake.testing = fake
sys.modules["numpy"] = fake


def square(x):
    return x


# %% case student_module_patched
# Replaces the grader's own functions in its process.
#
# earns: square 0
# outcome: graded with failures

# %% square
import sys

for name, module in list(sys.modules.items()):
    if name.startswith("nbjudge"):
        for key in list(vars(module)):
            if key in ("Encoder", "pack", "Student"):
                try:
                    setattr(module, key, lambda *a, **k: b"")
                except Exception:
                    pass


def square(x):
    return x
