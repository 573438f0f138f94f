# Logs to the standard error beside its greeting.

# %% hello
import logging

logging.basicConfig(level="INFO")


def hello(name):
    logging.info("greets %s", name)
    print(f"Hello, {name}!")
