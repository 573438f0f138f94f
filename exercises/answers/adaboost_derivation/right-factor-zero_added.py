# Adds a half of alpha and takes it off.

# %% factor-answer
def steps_of_22():
    return [
        "w*exp(-alpha*y*f/2)",
        "w*exp(-alpha/2 + alpha/2 - alpha*y*f/2)",
        "w*exp(-alpha/2)*exp(alpha*(1 - y*f)/2)",
        "exp(-alpha/2)*w*exp(alpha*one(f != y))",
    ]
