"""What the first page of the lecture alone needs."""
