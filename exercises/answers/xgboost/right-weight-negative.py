# Divides before it changes sides.

# %% weight-answer
def steps_to_weight():
    return [
        "sum(g + h*w) + reg_lambda*w == 0",
        "sum(g) + sum(h*w) + reg_lambda*w == 0",
        "sum(g) + w*(sum(h) + reg_lambda) == 0",
        "sum(g)/(sum(h) + reg_lambda) + w == 0",
        "-w == sum(g)/(sum(h) + reg_lambda)",
        "w == -sum(g)/(sum(h) + reg_lambda)",
    ]
