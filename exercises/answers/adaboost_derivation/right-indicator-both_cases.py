# Splits by cases, as on paper.

# %% indicator-answer
def steps_of_21():
    return [
        "y*f",
        "y*f*one(f == y) + y*f*one(f != y)",
        "one(f == y) - one(f != y)",
        "1 - 2*one(f != y)",
    ]
