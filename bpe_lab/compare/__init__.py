"""The systems side by side: each trained and measured in a process of its own, in turn."""
