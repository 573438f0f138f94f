# The first line and the last.
# The check says "too large".

# %% score-answer
def steps_to_score():
    return [
        "G*w + H*w**2/2 + reg_lambda*w**2/2",
        "(H + reg_lambda)/2*(w + G/(H + reg_lambda))**2 - G**2/(2*(H + reg_lambda))",
    ]
