# Stops at two squares.
# The check says "the last line must be what is asked".

# %% score-answer
def steps_to_score():
    return [
        "G*w + H*w**2/2 + reg_lambda*w**2/2",
        "G*w + (H + reg_lambda)*w**2/2",
        "(H + reg_lambda)/2*(w**2 + 2*w*G/(H + reg_lambda))",
        "(H + reg_lambda)/2*((w + G/(H + reg_lambda))**2 - (G/(H + reg_lambda))**2)",
    ]
