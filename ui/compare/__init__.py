"""What the compare page alone needs."""
