# The last line alone, as a text.
# The check says "a list of lines".

# %% score-answer
def steps_to_score():
    return "(H + reg_lambda)/2*(w + G/(H + reg_lambda))**2 - G**2/(2*(H + reg_lambda))"
