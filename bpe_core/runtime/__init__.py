"""What the core needs from the machine: arguments, files, progress and threads, text."""
