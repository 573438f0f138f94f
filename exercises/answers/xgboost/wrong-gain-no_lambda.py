# Ignores lambda.
# The check says "yours leaves out lambda".

# %% gain-answer
def split_gain(G_L, H_L, G_R, H_R, reg_lambda, gamma):
    return (G_L**2 / H_L + G_R**2 / H_R - (G_L + G_R) ** 2 / (H_L + H_R)) / 2 - gamma
