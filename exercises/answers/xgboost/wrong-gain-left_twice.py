# Has H_L under both children, as is sometimes printed.
# The check says "yours has H_L + lambda under both children; each of them stands over".

# %% gain-answer
def split_gain(G_L, H_L, G_R, H_R, reg_lambda, gamma):
    children = (G_L**2 + G_R**2) / (H_L + reg_lambda)
    return 0.5 * (children - (G_L + G_R) ** 2 / (H_L + H_R + reg_lambda)) - gamma
