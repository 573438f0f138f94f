"""What the source of cells says without being run: the names that it reads, binds and changes."""
