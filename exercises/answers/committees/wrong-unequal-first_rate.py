# Everybody errs as the first does.
# The check says "the distribution for the first expert's rate".

# %% unequal-answer
def number_wrong(rates):
    return binom.pmf(np.arange(len(rates) + 1), len(rates), rates[0])
