# Has spaces around the word.
#
# earns: label 0
# outcome: graded with failures

# %% label
label = " seven "
