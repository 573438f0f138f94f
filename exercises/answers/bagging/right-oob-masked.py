# By a masked array.

# %% oob-answer
def oob_error(predictions, samples, y):
    held = np.array([np.isin(np.arange(len(y)), sample) for sample in samples])
    committee = np.ma.masked_array(predictions, mask=held).mean(axis=0)
    return float(((committee - y) ** 2).mean())
