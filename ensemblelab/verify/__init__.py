"""The engine that checks statements; it knows none of them, and no learner.

`formula` reads a display's LaTeX and evaluates it, `comparing` says how far two sides are apart,
`statement` draws instances and holds a display to them, `registry` finds a statement by its label,
and `rendering` shows what came out. `derivations` reads lines of algebra. The statements themselves
are in `ensemblelab.equations`.
"""
