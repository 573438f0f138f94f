# As the coefficients of a product of polynomials.

# %% unequal-answer
def number_wrong(rates):
    product = np.polynomial.Polynomial([1.0])
    for rate in rates:
        product = product * np.polynomial.Polynomial([1 - rate, rate])
    return np.pad(product.coef, (0, len(rates) + 1 - len(product.coef)))
