"""One module for each family of algorithms; each defines ``CASES: list[benchmarks.Case]``."""
