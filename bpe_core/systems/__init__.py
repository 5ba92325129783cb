"""Whole systems: each with its own rule of training, its files, its notation of tokens."""
