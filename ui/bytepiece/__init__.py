"""What the BytePiece page alone needs."""
