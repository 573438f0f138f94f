# %% case print_instead_of_return
# Prints its answer and returns nothing.
#
# earns: square 0
# outcome: graded with failures

# %% square
def square(x):
    print(x * x)


# %% case return_instead_of_print
# Returns what it should print.
#
# earns: hello 0
# outcome: graded with failures


# %% hello
def hello(name):
    return f"Hello, {name}!"
