# A difference of logarithms for the logarithm of one.
# The check says "does not follow from line 3".

# %% solve-answer
def steps_of_18():
    return [
        "(exp(alpha/2) + exp(-alpha/2))/2*W_mis - exp(-alpha/2)/2*W == 0",
        "exp(alpha/2)*W_mis == exp(-alpha/2)*(W - W_mis)",
        "exp(alpha) == (W - W_mis)/W_mis",
        "alpha == log(W) - log(W_mis) - log(W_mis)",
        "alpha == log((W - W_mis)/W_mis)",
    ]
