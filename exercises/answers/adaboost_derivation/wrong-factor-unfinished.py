# Stops before the factor is split off.
# The check says "the last line must be what is asked".

# %% factor-answer
def steps_of_22():
    return [
        "w*exp(-alpha*y*f/2)",
        "w*exp(-alpha*(1 - 2*one(f != y))/2)",
        "w*exp(-alpha/2 + alpha*one(f != y))",
    ]
