"""What a page is made of: its address, its fields, its errors, its walk."""
