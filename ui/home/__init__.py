"""What the home page alone needs."""
