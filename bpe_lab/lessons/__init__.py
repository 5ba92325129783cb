"""Lessons: files that lead through the app, read, checked, written, packed into a link."""
