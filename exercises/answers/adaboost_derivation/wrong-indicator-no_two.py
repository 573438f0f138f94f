# The mistakes count once.
# The check says "does not follow from line 2".

# %% indicator-answer
def steps_of_21():
    return [
        "y*f",
        "one(f == y) - one(f != y)",
        "1 - one(f != y)",
        "1 - 2*one(f != y)",
    ]
