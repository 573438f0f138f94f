# Loses a half where it puts H and lambda together.
# The check says "does not follow from line 1".

# %% score-answer
def steps_to_score():
    return [
        "G*w + H*w**2/2 + reg_lambda*w**2/2",
        "G*w + (H + reg_lambda)*w**2",
        "(H + reg_lambda)/2*(w**2 + 2*w*G/(H + reg_lambda))",
        "(H + reg_lambda)/2*(w + G/(H + reg_lambda))**2 - G**2/(2*(H + reg_lambda))",
    ]
