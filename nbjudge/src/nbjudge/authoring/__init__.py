"""Tools for an author of assignments: try answers and mutants, and release."""
