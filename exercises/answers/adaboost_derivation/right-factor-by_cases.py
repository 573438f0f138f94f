# By cases, and the factor taken out.

# %% factor-answer
def steps_of_22():
    return [
        "w*exp(-alpha*y*f/2)",
        "w*(exp(-alpha/2)*one(f == y) + exp(alpha/2)*one(f != y))",
        "w*exp(-alpha/2)*(one(f == y) + exp(alpha)*one(f != y))",
        "exp(-alpha/2)*w*exp(alpha*one(f != y))",
    ]
