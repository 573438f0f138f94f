# Answers in words with a script, as text.

# %% why [markdown]
# <script>alert(1)</script> and <b>bold</b>
