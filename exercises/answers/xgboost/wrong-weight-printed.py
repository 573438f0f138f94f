# Prints the lines.
# The check says "print shows a value".

# %% weight-answer
def steps_to_weight():
    print(["sum(g + h*w) + reg_lambda*w == 0", "w == -sum(g)/(sum(h) + reg_lambda)"])
