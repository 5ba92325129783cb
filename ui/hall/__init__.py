"""What a lecturer does with the whole window: a black screen, a laser spot, a code to scan."""
