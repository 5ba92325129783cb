"""What the vocabulary page alone needs."""
