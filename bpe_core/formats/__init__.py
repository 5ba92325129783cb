"""Files that hold a tokenizer, one module a format."""
