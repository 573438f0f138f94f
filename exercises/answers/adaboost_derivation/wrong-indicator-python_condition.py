# An indicator as Python has it.
# The check says "line 2".

# %% indicator-answer
def steps_of_21():
    return [
        "y*f",
        "(f == y) - (f != y)",
        "1 - 2*one(f != y)",
    ]
