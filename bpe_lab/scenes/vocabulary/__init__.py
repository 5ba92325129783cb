"""Scenes of a whole vocabulary."""
