"""What the core needs from the machine: threads, progress, caches, files, UTF-8."""
