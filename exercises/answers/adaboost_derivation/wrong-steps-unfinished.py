# Ends a line before the end.
# The check says "the last line must be what is asked".

# %% steps-answer
def steps_of_17():
    return [
        "sum(w*exp(-alpha*y*f/2))",
        "sum(w*exp(-alpha*y*f/2), f == y) + sum(w*exp(-alpha*y*f/2), f != y)",
        "sum(w*exp(-alpha/2), f == y) + sum(w*exp(alpha/2), f != y)",
        "exp(-alpha/2)*sum(w, f == y) + exp(alpha/2)*sum(w, f != y)",
        "exp(-alpha/2)*(sum(w) - sum(w, f != y)) + exp(alpha/2)*sum(w, f != y)",
    ]
