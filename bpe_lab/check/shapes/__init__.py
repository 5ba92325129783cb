"""Shapes of students' code: a file each, a row each in `known_shapes.py`."""
