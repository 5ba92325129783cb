"""What the page of sheets alone needs."""
