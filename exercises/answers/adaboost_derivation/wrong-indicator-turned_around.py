# Begins with what is asked.
# The check says "line 1 must be what is given".

# %% indicator-answer
def steps_of_21():
    return [
        "1 - 2*one(f != y)",
        "one(f == y) - one(f != y)",
        "y*f",
    ]
