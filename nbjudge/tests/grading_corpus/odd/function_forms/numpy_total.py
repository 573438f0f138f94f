# NumPy's own function, under the name asked for.

# %% total
total = np.sum
