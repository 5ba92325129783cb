"""What the pre-tokenization page alone needs."""
