# Takes logarithms of both sides.

# %% solve-answer
def steps_of_18():
    return [
        "(exp(alpha/2) + exp(-alpha/2))/2*W_mis - exp(-alpha/2)/2*W == 0",
        "exp(alpha/2)*W_mis == exp(-alpha/2)*(W - W_mis)",
        "log(W_mis) + alpha/2 == log(W - W_mis) - alpha/2",
        "alpha == log(W - W_mis) - log(W_mis)",
        "alpha == log((W - W_mis)/W_mis)",
    ]
