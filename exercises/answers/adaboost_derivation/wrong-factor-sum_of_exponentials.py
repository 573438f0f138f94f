# The exponential of a sum as a sum.
# The check says "does not follow from line 2".

# %% factor-answer
def steps_of_22():
    return [
        "w*exp(-alpha*y*f/2)",
        "w*exp(-alpha*(1 - 2*one(f != y))/2)",
        "w*(exp(-alpha/2) + exp(alpha*one(f != y)))",
        "exp(-alpha/2)*w*exp(alpha*one(f != y))",
    ]
