"""What the race page alone needs."""
