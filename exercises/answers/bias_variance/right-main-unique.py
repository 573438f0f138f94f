# By np.unique.

# %% main-answer
def split_by_main(said, y):
    main = []
    for column in np.transpose(said):
        classes, counts = np.unique(column, return_counts=True)
        main.append(classes[np.argmax(counts)])
    main = np.array(main)
    return [
        float((said != y).mean()),
        float((main != y).mean()),
        float((said != main[None]).mean()),
    ]
