# Writes the sums as in the book.
# The check says "line 2, column 1".

# %% weight-answer
def steps_to_weight():
    return [
        "sum(g + h*w) + reg_lambda*w == 0",
        "G + (H + reg_lambda)*w == 0",
        "w == -sum(g)/(sum(h) + reg_lambda)",
    ]
