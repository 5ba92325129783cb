"""What the server does for many readers at once: jobs, kept results, memory, compiled code."""
