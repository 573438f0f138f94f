# A line twice, with other brackets.
# The check says "line 5 says what a line before it says".

# %% steps-answer
def steps_of_17():
    return [
        "sum(w*exp(-alpha*y*f/2))",
        "sum(w*exp(-alpha*y*f/2), f == y) + sum(w*exp(-alpha*y*f/2), f != y)",
        "sum(w*exp(-alpha/2), f == y) + sum(w*exp(alpha/2), f != y)",
        "exp(-alpha/2)*sum(w, f == y) + exp(alpha/2)*sum(w, f != y)",
        "(exp(-alpha/2))*sum(w, f == y) + (exp(alpha/2)*sum(w, y != f))",
        "exp(-alpha/2)*(sum(w) - sum(w, f != y)) + exp(alpha/2)*sum(w, f != y)",
        "(exp(alpha/2) - exp(-alpha/2))*sum(w*one(f != y)) + exp(-alpha/2)*sum(w)",
    ]
