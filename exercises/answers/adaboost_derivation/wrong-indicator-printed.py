# Prints the lines.
# The check says "print shows a value".

# %% indicator-answer
def steps_of_21():
    print(["y*f", "one(f == y) - one(f != y)", "1 - 2*one(f != y)"])
