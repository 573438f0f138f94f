# Writes its greeting letter by letter.

# %% hello
import sys


def hello(name):
    for letter in f"Hello, {name}!\n":
        sys.stdout.write(letter)
