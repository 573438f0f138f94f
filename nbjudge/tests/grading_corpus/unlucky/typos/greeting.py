# Forgets the exclamation mark.
#
# earns: hello 0
# outcome: graded with failures

# %% hello
def hello(name):
    print(f"Hello, {name}")
