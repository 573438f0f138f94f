# The first line and the last.
# The check says "too large".

# %% solve-answer
def steps_of_18():
    return [
        "(exp(alpha/2) + exp(-alpha/2))/2*W_mis - exp(-alpha/2)/2*W == 0",
        "alpha == log((W - W_mis)/W_mis)",
    ]
