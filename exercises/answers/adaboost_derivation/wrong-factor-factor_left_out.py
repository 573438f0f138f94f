# Leaves the common factor out, as the algorithm does.
# The check says "does not follow from line 3".

# %% factor-answer
def steps_of_22():
    return [
        "w*exp(-alpha*y*f/2)",
        "w*exp(-alpha*(1 - 2*one(f != y))/2)",
        "w*exp(-alpha/2 + alpha*one(f != y))",
        "w*exp(alpha*one(f != y))",
    ]
