"""What the page of tokens alone needs."""
