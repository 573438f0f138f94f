"""Points of a submission, and the reasons for them, from the results of its cells."""
