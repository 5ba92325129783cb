"""A race as a recording: the same parts in every lane, one at a time."""
