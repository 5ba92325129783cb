"""The learning of subword-nmt, played on a small text, and what its codes make of a line."""
