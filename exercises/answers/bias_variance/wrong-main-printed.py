# Prints the three.
# The check says "returned nothing (None)".

# %% main-answer
def split_by_main(said, y):
    main = np.array([np.bincount(column).argmax() for column in said.T])
    print(np.mean(said != y), np.mean(main != y), np.mean(said != main))
