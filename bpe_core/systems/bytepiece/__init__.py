"""BytePiece: pieces of bytes learned from n-grams, and the likeliest way to cut a text."""
