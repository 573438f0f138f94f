# %% case colours
# Prints in colours.

# %% square
print("\x1b[31mred\x1b[0m \x07")


def square(x):
    if x is None:
        raise ValueError
    return x * x


# %% case logs
# Logs to the standard error beside its greeting.

# %% hello
import logging

logging.basicConfig(level="INFO")


def hello(name):
    logging.info("greets %s", name)
    print(f"Hello, {name}!")


# %% case own_representation
# Shows an object that describes itself in many ways.


# %% square
class Shown:
    def __repr__(self):
        return "a" * 1000

    def _repr_html_(self):
        return "<script>alert(1)</script>"

    def _repr_png_(self):
        return b"no picture"


def square(x):
    if x is None:
        raise ValueError
    return x * x


Shown()


# %% case prints
# Prints while it is tested.


# %% square
def square(x):
    print("x is", x)
    if x is None:
        raise ValueError
    return x * x


# %% case prints_much
# Prints ten thousand letters, and no more than it may.

# %% square
print("x" * 10_000)


def square(x):
    if x is None:
        raise ValueError
    return x * x


# %% case prints_with_separators
# Prints its greeting by the parameters of print.


# %% hello
def hello(name):
    print("Hello", name, sep=", ", end="!\n", flush=True)


# %% case progress_bar
# Overwrites its own line many times.

# %% square
for n in range(100):
    print(f"\r{n:3d} %", end="", flush=True)


def square(x):
    if x is None:
        raise ValueError
    return x * x


# %% case rich_display
# Shows pictures, tables and formulas.

# %% square
import pandas as pd
from IPython.display import HTML, Image, Latex, Markdown, display

display(HTML("<b>bold</b>"), Latex("$x^2$"), Markdown("# Title"), pd.DataFrame({"a": [1]}))


def square(x):
    if x is None:
        raise ValueError
    return x * x


square(np.arange(3))


# %% case writes_in_parts
# Writes its greeting letter by letter.

# %% hello
import sys


def hello(name):
    for letter in f"Hello, {name}!\n":
        sys.stdout.write(letter)
