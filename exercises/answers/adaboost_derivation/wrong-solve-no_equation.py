# The left side alone.
# The check says "each line here is an equation".

# %% solve-answer
def steps_of_18():
    return [
        "(exp(alpha/2) + exp(-alpha/2))/2*W_mis - exp(-alpha/2)/2*W",
        "alpha == log((W - W_mis)/W_mis)",
    ]
