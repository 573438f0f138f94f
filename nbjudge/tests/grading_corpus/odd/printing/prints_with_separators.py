# Prints its greeting by the parameters of print.

# %% hello
def hello(name):
    print("Hello", name, sep=", ", end="!\n", flush=True)
