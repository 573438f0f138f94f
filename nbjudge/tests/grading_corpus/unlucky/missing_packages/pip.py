# Installs a package, where there is no network.
#
# outcome: graded or graded with failures

# %%
# !pip install --quiet seaborn
# %% label
label = "seven"
