"""What the core needs of the machine: threads, progress, caches, whole files, bytes as text."""
