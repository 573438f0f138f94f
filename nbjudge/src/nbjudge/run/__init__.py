"""A run over a class: attempts at submissions, side by side or on a cluster, and their records."""
