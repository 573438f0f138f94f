# The left side alone.
# The check says "each line here is an equation".

# %% weight-answer
def steps_to_weight():
    return [
        "sum(g + h*w) + reg_lambda*w",
        "w == -sum(g)/(sum(h) + reg_lambda)",
    ]
