# The slopes keep their sign on the other side.
# The check says "does not follow from line 2".

# %% weight-answer
def steps_to_weight():
    return [
        "sum(g + h*w) + reg_lambda*w == 0",
        "sum(g) + w*sum(h) + reg_lambda*w == 0",
        "w*(sum(h) + reg_lambda) == sum(g)",
        "w == -sum(g)/(sum(h) + reg_lambda)",
    ]
