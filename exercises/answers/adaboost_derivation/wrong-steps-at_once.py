# The whole way at once.
# The check says "line 2 follows from line 1, but in a step that is too large".

# %% steps-answer
def steps_of_17():
    return [
        "sum(w*exp(-alpha*y*f/2))",
        "(exp(alpha/2) - exp(-alpha/2))*sum(w*one(f != y)) + exp(-alpha/2)*sum(w)",
    ]
