"""What people read: feedback, summaries, similar answers, and the autograded notebook."""
