# Multiplies by 2 exp(alpha/2) at once.

# %% solve-answer
def steps_of_18():
    return [
        "(exp(alpha/2) + exp(-alpha/2))/2*W_mis - exp(-alpha/2)/2*W == 0",
        "(exp(alpha) + 1)*W_mis == W",
        "exp(alpha) == (W - W_mis)/W_mis",
        "alpha == log((W - W_mis)/W_mis)",
    ]
