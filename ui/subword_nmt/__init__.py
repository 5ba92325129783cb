"""What the subword-nmt page alone needs."""
