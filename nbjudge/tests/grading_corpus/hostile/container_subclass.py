# %% case dict_that_lies
# A dict that claims to equal anything.
#
# earns: square 0
# outcome: needs review

# %% square
class Liar(dict):
    def __eq__(self, other):
        return True


def square(x):
    return Liar()


# %% case list_that_lies
# A list that claims a length and to equal anything.
#
# earns: square 0
# outcome: needs review


# %% square
class Liar(list):
    def __eq__(self, other):
        return True

    def __len__(self):
        return 20


def square(x):
    return Liar()
