# %% case annotation_only
# Annotates the name, and binds nothing to it.
#
# earns: label 0
# outcome: graded with failures

# %% label
label: str = ...


# %% case bytes
# Binds bytes where text is asked for.
#
# earns: label 0
# outcome: graded with failures

# %% label
label = b"seven"


# %% case list
# Binds a list of letters where text is asked for.
#
# earns: label 0
# outcome: graded with failures

# %% label
label = list("seven")


# %% case spaces
# Has spaces around the word.
#
# earns: label 0
# outcome: graded with failures

# %% label
label = " seven "
