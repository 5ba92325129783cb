"""Algorithms side by side: each lane in a process of its own, in turn, timed or counted."""
