# The four lines of the book: the last step does two things.
# The check says "line 4 follows from line 3, but in a step that is too large".

# %% steps-answer
def steps_of_17():
    return [
        "sum(w*exp(-alpha*y*f/2))",
        "sum(w*exp(-alpha*y*f/2), f == y) + sum(w*exp(-alpha*y*f/2), f != y)",
        "sum(w*exp(-alpha/2), f == y) + sum(w*exp(alpha/2), f != y)",
        "(exp(alpha/2) - exp(-alpha/2))*sum(w*one(f != y)) + exp(-alpha/2)*sum(w)",
    ]
