# %% case cached
# A decorated function.

# %% square
from functools import wraps


def checked(f):
    @wraps(f)
    def inner(*args):
        if args[0] is None:
            raise ValueError
        return f(*args)

    return inner


@checked
def square(x):
    return x * x


# %% case callable_object
# An object that can be called.


# %% square
class Square:
    def __call__(self, x):
        if x is None:
            raise ValueError
        return x * x


square = Square()


# %% case class_with_new
# A class whose construction gives a number.


# %% square
class square:
    def __new__(cls, x):
        if x is None:
            raise ValueError
        return x * x


# %% case closure
# A function that another made.


# %% square
def power(n):
    def inner(x):
        if x is None:
            raise ValueError
        return x**n

    return inner


square = power(2)


# %% case context_manager
# Computes inside a context manager of its own.

# %% square
from contextlib import contextmanager


@contextmanager
def squared(x):
    if x is None:
        raise ValueError
    yield x * x


def square(x):
    with squared(x) as result:
        return result


# %% case coroutine_driven
# Drives a coroutine by hand.


# %% square
async def slow(x):
    if x is None:
        raise ValueError
    return x * x


def square(x):
    try:
        slow(x).send(None)
    except StopIteration as end:
        return end.value


# %% case descriptor
# A function found through a descriptor.


# %% square
class Find:
    def __get__(self, instance, owner):
        def found(x):
            if x is None:
                raise ValueError
            return x * x

        return found


class Tools:
    square = Find()


square = Tools.square


# %% case exec
# Defines the function by exec.

# %% square
exec("def square(x):\n    if x is None: raise ValueError\n    return x * x")


# %% case generator_inside
# Takes its value from a generator.


# %% square
def square(x):
    if x is None:
        raise ValueError
    return next(v * v for v in [x])


# %% case globals_dict
# Binds the function through the dictionary of globals.


# %% square
def _f(x):
    if x is None:
        raise ValueError
    return x * x


globals()["square"] = _f


# %% case keyword_defaults
# Has parameters that nobody asked for.


# %% square
def square(x, /, *, n=2, verbose=False, **rest):
    if x is None:
        raise ValueError
    return x**n


# %% case lambda
# A lambda, which raises by way of int.

# %% square
square = lambda x: x**2 if x is not None else int("no")


# %% case metaclass
# A class whose call its metaclass answers.


# %% square
class Meta(type):
    def __call__(cls, x):
        if x is None:
            raise ValueError
        return x * x


class square(metaclass=Meta):
    pass


# %% case method
# A bound method.


# %% square
class Tools:
    n = 2

    def square(self, x):
        if x is None:
            raise ValueError
        return x**self.n


square = Tools().square


# %% case named_differently_inside
# Binds the name to a function of another.


# %% square
def _s(x):
    if x is None:
        raise ValueError
    return x * x


square = _s


# %% case numpy_function
# NumPy's own function.


# %% square
def square(x):
    if x is None:
        raise ValueError
    return np.square(x)


# %% case numpy_total
# NumPy's own function, under the name asked for.

# %% total
total = np.sum


# %% case operator_module
# Composed of functions of the standard library.

# %% square
import operator


def square(x):
    if x is None:
        raise ValueError
    return operator.mul(x, x)


# %% case partial
# A partial application.

# %% square
import functools


def power(n, x):
    if x is None:
        raise ValueError
    return np.power(x, n)


square = functools.partial(power, 2)


# %% case partial_method
# A partial method of a class, bound.

# %% square
from functools import partialmethod


class Powers:
    def power(self, x, n):
        if x is None:
            raise ValueError
        return x**n

    square = partialmethod(power, n=2)


square = Powers().square


# %% case polynomial
# A polynomial of NumPy's for a function of one's own.

# %% square
from numpy.polynomial import Polynomial

parabola = Polynomial([0, 0, 1])


def square(x):
    if x is None:
        raise ValueError
    return parabola(x)


# %% case run_cell
# Defines the function through the shell.

# %% square
get_ipython().run_cell("def square(x):\n    if x is None: raise ValueError\n    return x * x")


# %% case single_dispatch
# One name for several functions, chosen by type.

# %% square
from functools import singledispatch


@singledispatch
def square(x):
    return x * x


@square.register
def _(x: None):
    raise ValueError


# %% case static_method
# A static method, bound to the name.


# %% square
class Tools:
    @staticmethod
    def square(x):
        if x is None:
            raise ValueError
        return x * x


square = Tools.square


# %% case unicode_name
# A name in letters that Python takes for plain ones.


# %% square
def ｓｑｕａｒｅ(x):
    if x is None:
        raise ValueError
    return x * x


# %% case vectorize
# A function that NumPy applies to each number.


# %% square
@np.vectorize
def squares(x):
    return x * x


def square(x):
    if x is None:
        raise ValueError
    return squares(x)


# %% case walrus_and_match
# New syntax.


# %% square
def square(x):
    match x:
        case None:
            raise ValueError
        case _ if (y := x * x) is not None:
            return y
