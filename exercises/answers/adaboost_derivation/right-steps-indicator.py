# With the indicator in the exponent, as in (21), and no sorting.

# %% steps-answer
def steps_of_17():
    return [
        "sum(w*exp(-alpha*y*f/2))",
        "sum(w*exp(-alpha*(1 - 2*one(f != y))/2))",
        "sum(w*exp(-alpha/2)*(1 + (exp(alpha) - 1)*one(f != y)))",
        "exp(-alpha/2)*sum(w) + exp(-alpha/2)*sum(w*(exp(alpha) - 1)*one(f != y))",
        "exp(-alpha/2)*sum(w) + exp(-alpha/2)*(exp(alpha) - 1)*sum(w*one(f != y))",
        "exp(-alpha/2)*sum(w) + (exp(alpha/2) - exp(-alpha/2))*sum(w*one(f != y))",
    ]
