"""The linked trainer, every event with all its structures."""
