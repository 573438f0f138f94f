"""Three growers of one contract, equal node by node.

`recursive` is the textbook, to read; `vectorised` is for where there is only NumPy; `compiled` is
loops that numba makes into machine code. `ensemblelab.trees.contract` says why they can be equal.
"""
