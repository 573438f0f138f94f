# A submission that is half right: it votes and computes, but forgets the rule
# for ties.

# %% vote-answer
def majority(votes, tie):
    return np.sign(np.sum(votes, axis=0))


# %% binomial-answer
def committee_error(m, mu, c):
    return binom.sf(m // 2, m, mu) + c * (1 - m % 2) * binom.pmf(m // 2, m, mu)


# %% bound-answer
def chernoff(rates):
    mean = np.mean(rates)
    return 1.0 if mean > 0.5 else (4 * mean * (1 - mean)) ** (len(rates) / 2)


# %% words-answer [markdown]
# It is worse than one of them. The ties. Bootstrap samples and other learners.
