"""Isolation of a student's processes from everything that is not theirs."""
