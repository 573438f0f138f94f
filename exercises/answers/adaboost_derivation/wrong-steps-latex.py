# In LaTeX, which is another notation.
# The check says "line 1, column 1: found the character".

# %% steps-answer
def steps_of_17():
    return [
        "\\sum_i w_i e^{-\\alpha y_i f_i/2}",
        "(exp(alpha/2) - exp(-alpha/2))*sum(w*one(f != y)) + exp(-alpha/2)*sum(w)",
    ]
