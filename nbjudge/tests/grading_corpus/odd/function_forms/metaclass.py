# A class whose call its metaclass answers.

# %% square
class Meta(type):
    def __call__(cls, x):
        if x is None:
            raise ValueError
        return x * x


class square(metaclass=Meta):
    pass
