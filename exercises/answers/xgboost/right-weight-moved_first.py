# Moves the slopes to the other side first.

# %% weight-answer
def steps_to_weight():
    return [
        "sum(g + h*w) + reg_lambda*w == 0",
        "sum(h*w) + reg_lambda*w == -sum(g)",
        "w*sum(h) + reg_lambda*w == -sum(g)",
        "w == -sum(g)/(sum(h) + reg_lambda)",
    ]
