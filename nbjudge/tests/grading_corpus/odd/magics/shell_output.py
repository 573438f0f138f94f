# Takes a word from a command of the shell.

# %% label
# words = !echo seven
label = words[0]
