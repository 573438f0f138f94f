# Loses the price of weights where it takes w out.
# The check says "does not follow from line 1".

# %% weight-answer
def steps_to_weight():
    return [
        "sum(g + h*w) + reg_lambda*w == 0",
        "sum(g) + w*sum(h) + reg_lambda == 0",
        "w*(sum(h) + reg_lambda) == -sum(g)",
        "w == -sum(g)/(sum(h) + reg_lambda)",
    ]
