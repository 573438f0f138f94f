# All lines in one text.
# The check says "a list of lines".

# %% indicator-answer
def steps_of_21():
    return "y*f; 1 - 2*one(f != y)"
