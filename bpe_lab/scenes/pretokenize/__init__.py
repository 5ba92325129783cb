"""Scenes of a text cut into pre-tokens."""
