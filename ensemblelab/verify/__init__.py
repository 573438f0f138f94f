"""The engine that checks statements, independent of the statements and of the learners.

`formula` parses and evaluates the LaTeX of a display, `comparing` computes the discrepancy of two
sides, `statement` draws instances and checks a display on them, `registry` finds a statement by its
label, and `rendering` shows the results. `derivations` checks lines of algebra. The statements
themselves are in `ensemblelab.equations`.
"""
