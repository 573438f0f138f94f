# Begins where the jump is.
# The check says "line 1 must be what is given".

# %% steps-answer
def steps_of_17():
    return [
        "sum(w*exp(-alpha/2), f == y) + sum(w*exp(alpha/2), f != y)",
        "exp(-alpha/2)*sum(w, f == y) + exp(alpha/2)*sum(w, f != y)",
        "exp(-alpha/2)*(sum(w) - sum(w, f != y)) + exp(alpha/2)*sum(w, f != y)",
        "(exp(alpha/2) - exp(-alpha/2))*sum(w*one(f != y)) + exp(-alpha/2)*sum(w)",
    ]
