# The indicator of the hits.
# The check says "does not follow from line 1".

# %% factor-answer
def steps_of_22():
    return [
        "w*exp(-alpha*y*f/2)",
        "w*exp(-alpha*(1 - 2*one(f == y))/2)",
        "exp(-alpha/2)*w*exp(alpha*one(f != y))",
    ]
