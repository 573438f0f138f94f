# Computes with complex numbers whose imaginary part is zero.

# %% square
def square(x):
    if x is None:
        raise ValueError
    return x * complex(x) if np.isscalar(x) else x * x
