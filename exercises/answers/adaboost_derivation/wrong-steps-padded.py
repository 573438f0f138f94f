# A sum over all points is added and taken off, in place of a step.
# The check says "too large".

# %% steps-answer
def steps_of_17():
    return [
        "sum(w*exp(-alpha*y*f/2))",
        "sum(w*exp(-alpha*y*f/2)) + sum(w) - sum(w)",
        "sum(w*exp(-alpha/2), f == y) + sum(w*exp(alpha/2), f != y) + sum(w) - sum(w)",
        "(exp(alpha/2) - exp(-alpha/2))*sum(w*one(f != y)) + exp(-alpha/2)*sum(w)",
    ]
