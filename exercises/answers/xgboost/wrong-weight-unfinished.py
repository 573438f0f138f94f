# Stops before it divides.
# The check says "the last line must be what is asked".

# %% weight-answer
def steps_to_weight():
    return [
        "sum(g + h*w) + reg_lambda*w == 0",
        "sum(g) + w*sum(h) + reg_lambda*w == 0",
        "w*(sum(h) + reg_lambda) == -sum(g)",
    ]
