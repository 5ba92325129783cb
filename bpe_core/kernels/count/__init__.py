"""Kernels that count distinct pre-tokens."""
