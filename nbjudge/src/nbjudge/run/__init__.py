"""A run over a class: attempts at submissions, in parallel or on a cluster, and their records."""
