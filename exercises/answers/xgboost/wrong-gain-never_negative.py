# Cuts off at zero.
# The check says "a split that does not pay has a negative one".

# %% gain-answer
def split_gain(G_L, H_L, G_R, H_R, reg_lambda, gamma):
    left, right = G_L**2 / (H_L + reg_lambda), G_R**2 / (H_R + reg_lambda)
    parent = (G_L + G_R) ** 2 / (H_L + H_R + reg_lambda)
    return max(0.0, (left + right - parent) / 2 - gamma)
