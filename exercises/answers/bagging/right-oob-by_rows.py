# Row by row, with sets.

# %% oob-answer
def oob_error(predictions, samples, y):
    held = [set(np.asarray(sample).tolist()) for sample in samples]
    squares = []
    for i in range(len(y)):
        fresh = [k for k in range(len(held)) if i not in held[k]]
        if fresh:
            squares.append((np.mean(predictions[fresh, i]) - y[i]) ** 2)
    return sum(squares) / len(squares)
