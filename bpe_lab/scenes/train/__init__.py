"""The naive trainer, merge by merge."""
