"""Kernels that encode pre-tokens and decode ids."""
