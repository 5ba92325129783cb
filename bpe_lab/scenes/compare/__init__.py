"""One text through several systems: what each made of it, and where their cuts differ."""
