"""What the encode page alone needs."""
