"""A lesson being written: scenes from any page, the draft, the browser that keeps it."""
