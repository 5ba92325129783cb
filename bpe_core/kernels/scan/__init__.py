"""Kernels that find where pre-tokens end, and where bytes stop being UTF-8."""
