"""Kernels that merge: the linked trainer's loop over flat arrays."""
