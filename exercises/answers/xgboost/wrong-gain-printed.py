# Prints the gain.
# The check says "returned nothing (None)".

# %% gain-answer
def split_gain(G_L, H_L, G_R, H_R, reg_lambda, gamma):
    print(G_L**2 / (H_L + reg_lambda))
