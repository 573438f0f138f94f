# Lines with what they equal.
# The check says "each line here is an expression, without ==".

# %% steps-answer
def steps_of_17():
    return [
        "sum(w*exp(-alpha*y*f/2)) == sum(w*exp(-alpha/2), f == y) + sum(w*exp(alpha/2), f != y)",
        "(exp(alpha/2) - exp(-alpha/2))*sum(w*one(f != y)) + exp(-alpha/2)*sum(w)",
    ]
