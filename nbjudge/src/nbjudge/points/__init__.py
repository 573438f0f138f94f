"""What a submission gets: from the results of its cells to points, and the reasons for them."""
