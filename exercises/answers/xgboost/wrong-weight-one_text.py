# All lines in one text.
# The check says "a list of lines".

# %% weight-answer
def steps_to_weight():
    return "sum(g + h*w) + reg_lambda*w == 0; w == -sum(g)/(sum(h) + reg_lambda)"
