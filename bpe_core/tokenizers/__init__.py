"""Tokenizers of every kind behind one face: byte-level BPE by us, all else by its owner."""
