# Right and wrong are exchanged.
# The check says "does not follow from line 1".

# %% indicator-answer
def steps_of_21():
    return [
        "y*f",
        "one(f != y) - one(f == y)",
        "1 - 2*one(f != y)",
    ]
