# Leaves out the leaf that was there before.
# The check says "s term: a leaf was there before the split".

# %% gain-answer
def split_gain(G_L, H_L, G_R, H_R, reg_lambda, gamma):
    return (G_L**2 / (H_L + reg_lambda) + G_R**2 / (H_R + reg_lambda)) / 2 - gamma
