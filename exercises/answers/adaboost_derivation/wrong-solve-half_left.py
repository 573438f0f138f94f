# Half of alpha is left over.
# The check says "does not follow from line 2".

# %% solve-answer
def steps_of_18():
    return [
        "(exp(alpha/2) + exp(-alpha/2))/2*W_mis - exp(-alpha/2)/2*W == 0",
        "exp(alpha/2)*W_mis == exp(-alpha/2)*(W - W_mis)",
        "exp(alpha/2) == (W - W_mis)/W_mis",
        "alpha == log((W - W_mis)/W_mis)",
    ]
