# A line twice, with other brackets.
# The check says "says what a line before it says".

# %% factor-answer
def steps_of_22():
    return [
        "w*exp(-alpha*y*f/2)",
        "w*exp(-alpha*(1 - 2*one(f != y))/2)",
        "w*(exp((-alpha*(1 - 2*one(y != f)))/2))",
        "exp(-alpha/2)*w*exp(alpha*one(f != y))",
    ]
