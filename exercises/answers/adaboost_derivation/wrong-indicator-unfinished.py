# Stops at two indicators.
# The check says "the last line must be what is asked".

# %% indicator-answer
def steps_of_21():
    return [
        "y*f",
        "one(f == y) - one(f != y)",
    ]
