"""What people read: verdicts, feedback, summaries, tables for other systems."""
