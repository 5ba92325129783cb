"""Charts and tables of measurements, in both themes."""
