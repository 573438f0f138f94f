# By the square of a difference.

# %% indicator-answer
def steps_of_21():
    return [
        "f*y",
        "1 - (y - f)**2/2",
        "1 - 2*((y - f)/2)**2",
        "1 - 2*one(f != y)",
    ]
