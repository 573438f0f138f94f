# As the difference of two scores.

# %% gain-answer
def split_gain(G_L, H_L, G_R, H_R, reg_lambda, gamma):
    def score(leaves):
        return sum(gamma - G * G / (H + reg_lambda) / 2 for G, H in leaves)

    return score([(G_L + G_R, H_L + H_R)]) - score([(G_L, H_L), (G_R, H_R)])
