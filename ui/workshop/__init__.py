"""What the workshop alone needs."""
