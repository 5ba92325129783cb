"""Exercises on paper: sheets with tables to fill in, and their keys."""
