# A factor beside its inverse is no step.
# The check says "too large".

# %% factor-answer
def steps_of_22():
    return [
        "w*exp(-alpha*y*f/2)",
        "exp(-alpha/2)*exp(alpha/2)*w*exp(-alpha*y*f/2)",
        "exp(-alpha/2)*w*exp(alpha*one(f != y))",
    ]
