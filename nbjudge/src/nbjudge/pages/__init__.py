"""Pages that people read: feedback, summaries, similar answers, the autograded notebook."""
