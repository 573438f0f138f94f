"""What runs in isolation: the student's process, the checker's, and what lies between."""
