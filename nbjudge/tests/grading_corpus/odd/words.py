# %% case markdown
# Answers in words with tables, formulas, lists and code.

# %% why [markdown]
# # Because
#
# | a | b |
# |---|---|
# | 1 | 2 |
#
# $x^2$, `code`, **bold**, [a link](https://example.org) and ![](picture.png)


# %% case script
# Answers in words with a script, as text.

# %% why [markdown]
# <script>alert(1)</script> and <b>bold</b>
