# The same line with other brackets.
# The check says "says what a line before it says".

# %% weight-answer
def steps_to_weight():
    return [
        "sum(g + h*w) + reg_lambda*w == 0",
        "sum(g) + w*sum(h) + reg_lambda*w == 0",
        "(w*sum(h)) + (reg_lambda*w + sum(g)) == 0",
        "w*(sum(h) + reg_lambda) == -sum(g)",
        "w == -sum(g)/(sum(h) + reg_lambda)",
    ]
