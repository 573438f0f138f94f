# The mistakes are made cheaper, and put right at the end.
# The check says "does not follow from line 2".

# %% steps-answer
def steps_of_17():
    return [
        "sum(w*exp(-alpha*y*f/2))",
        "sum(w*exp(-alpha*y*f/2), f == y) + sum(w*exp(-alpha*y*f/2), f != y)",
        "sum(w*exp(-alpha/2), f == y) + sum(w*exp(-alpha/2), f != y)",
        "exp(-alpha/2)*sum(w, f == y) + exp(alpha/2)*sum(w, f != y)",
        "exp(-alpha/2)*(sum(w) - sum(w, f != y)) + exp(alpha/2)*sum(w, f != y)",
        "(exp(alpha/2) - exp(-alpha/2))*sum(w*one(f != y)) + exp(-alpha/2)*sum(w)",
    ]
