"""The lab without a server: what runs in a reader's browser, and the pages around it."""
