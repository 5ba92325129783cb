"""Scenes of encoding: one pre-token merge by merge, and whole texts as tokens."""
