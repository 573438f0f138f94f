# Returns the change of the objective, which is minus the gain.
# The check says "yours has the sign turned round: a gain is by how much the objective".

# %% gain-answer
def split_gain(G_L, H_L, G_R, H_R, reg_lambda, gamma):
    left, right = G_L**2 / (H_L + reg_lambda), G_R**2 / (H_R + reg_lambda)
    return ((G_L + G_R) ** 2 / (H_L + H_R + reg_lambda) - left - right) / 2 + gamma
