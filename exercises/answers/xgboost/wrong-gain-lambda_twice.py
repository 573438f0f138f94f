# Adds up the children's denominators for the parent's.
# The check says "s term: that leaf, too, had a price on one weight".

# %% gain-answer
def split_gain(G_L, H_L, G_R, H_R, reg_lambda, gamma):
    left, right = H_L + reg_lambda, H_R + reg_lambda
    bracket = G_L**2 / left + G_R**2 / right - (G_L + G_R) ** 2 / (left + right)
    return bracket / 2 - gamma
