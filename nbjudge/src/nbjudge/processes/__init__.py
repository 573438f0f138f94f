"""Processes that run in isolation: the student's and the checker's, and the channel between."""
