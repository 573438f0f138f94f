# Begins where H and lambda are together already.
# The check says "line 1 must be what is given".

# %% score-answer
def steps_to_score():
    return [
        "G*w + (H + reg_lambda)*w**2/2",
        "(H + reg_lambda)/2*(w**2 + 2*w*G/(H + reg_lambda))",
        "(H + reg_lambda)/2*(w + G/(H + reg_lambda))**2 - G**2/(2*(H + reg_lambda))",
    ]
