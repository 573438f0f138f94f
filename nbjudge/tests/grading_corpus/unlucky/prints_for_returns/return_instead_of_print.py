# Returns what it should print.
#
# earns: hello 0
# outcome: graded with failures

# %% hello
def hello(name):
    return f"Hello, {name}!"
