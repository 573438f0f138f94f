# By the best weights of the three leaves.

# %% gain-answer
def split_gain(G_L, H_L, G_R, H_R, reg_lambda, gamma):
    G, H = np.array([G_L, G_R, G_L + G_R]), np.array([H_L, H_R, H_L + H_R])
    w = G / (H + reg_lambda)
    return (G * w) @ [0.5, 0.5, -0.5] - gamma
