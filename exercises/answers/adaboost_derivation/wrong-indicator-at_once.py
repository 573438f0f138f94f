# The first line and the last.
# The check says "too large".

# %% indicator-answer
def steps_of_21():
    return [
        "y*f",
        "1 - 2*one(f != y)",
    ]
