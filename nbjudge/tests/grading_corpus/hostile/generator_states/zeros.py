# Sets the test's generators to states that give zeros, and returns zeros.
#
# earns: draw 0
# outcome: graded with failures or needs review

# %% draw
def draw(rng, n):
    bits = rng.bit_generator
    state = bits.state
    if state["bit_generator"] == "PCG64":
        state["state"] = {"state": 0, "inc": 0}
    elif state["bit_generator"] == "SFC64":
        state["state"]["state"][:3] = 0
    elif state["bit_generator"] == "Philox":
        state["buffer"][:] = 0
        state["buffer_pos"] = 0
    else:
        state["state"]["key"][:] = 0
    bits.state = state
    return np.zeros(n)
