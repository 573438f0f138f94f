# The other fraction, and then its sign.

# %% solve-answer
def steps_of_18():
    return [
        "(exp(alpha/2) + exp(-alpha/2))/2*W_mis - exp(-alpha/2)/2*W == 0",
        "W_mis*exp(alpha) + W_mis - W == 0",
        "exp(-alpha) == W_mis/(W - W_mis)",
        "-alpha == log(W_mis/(W - W_mis))",
        "alpha == log((W - W_mis)/W_mis)",
    ]
