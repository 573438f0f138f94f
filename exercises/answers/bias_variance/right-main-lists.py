# By lists and count.

# %% main-answer
def split_by_main(said, y):
    error = bias = variance = 0
    sets, points = said.shape
    for i in range(points):
        answers = said[:, i].tolist()
        main = min(set(answers), key=lambda c: (-answers.count(c), c))
        error += sum(a != y[i] for a in answers)
        variance += sum(a != main for a in answers)
        bias += int(main != y[i])
    return error / sets / points, bias / points, variance / sets / points
