# Starts from 0.
# The check says "boosting must not start from 0".

# %% start-answer
def start(loss, y):
    return 0.0
