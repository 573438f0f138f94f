"""What an author of assignments uses: trying answers and mutants, and releasing."""
