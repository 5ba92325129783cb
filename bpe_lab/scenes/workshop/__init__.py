"""What the workshop alone draws."""
