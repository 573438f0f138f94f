"""Source code of cells, read without being run: what it reads, binds and changes."""
