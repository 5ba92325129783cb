"""Scenes of what a vocabulary costs and saves."""
