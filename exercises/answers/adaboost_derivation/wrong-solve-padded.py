# The last line, hidden by a logarithm of a power of e.
# The check says "too large".

# %% solve-answer
def steps_of_18():
    return [
        "(exp(alpha/2) + exp(-alpha/2))/2*W_mis - exp(-alpha/2)/2*W == 0",
        "log(exp(alpha)) == log((W - W_mis)/W_mis)",
        "alpha == log((W - W_mis)/W_mis)",
    ]
