"""Kernels that find where pre-tokens end."""
