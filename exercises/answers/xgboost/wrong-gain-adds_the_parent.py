# Adds the parent's term.
# The check says "yours adds the parent's term".

# %% gain-answer
def split_gain(G_L, H_L, G_R, H_R, reg_lambda, gamma):
    children = G_L**2 / (H_L + reg_lambda) + G_R**2 / (H_R + reg_lambda)
    return 0.5 * (children + (G_L + G_R) ** 2 / (H_L + H_R + reg_lambda)) - gamma
