# Ends at the other convention's say.
# The check says "does not follow from line 3".

# %% solve-answer
def steps_of_18():
    return [
        "(exp(alpha/2) + exp(-alpha/2))/2*W_mis - exp(-alpha/2)/2*W == 0",
        "exp(alpha/2)*W_mis == exp(-alpha/2)*(W - W_mis)",
        "exp(alpha) == (W - W_mis)/W_mis",
        "alpha == log((W - W_mis)/W_mis)/2",
    ]
