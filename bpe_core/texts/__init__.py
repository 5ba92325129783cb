"""Texts to work on: samples, files, folders, downloads, and texts of any size in blocks."""
