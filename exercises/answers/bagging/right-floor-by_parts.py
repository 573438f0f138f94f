# From the expansion: m squares and m(m-1) products.

# %% floor-answer
def committee_mse(m, bias, variance, correlation):
    squares = m * (bias**2 + variance)
    products = m * (m - 1) * (bias**2 + correlation * variance)
    return (squares + products) / m**2
