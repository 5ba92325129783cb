"""Whole systems: each with its own rule of training, its files, its way to write a piece."""
