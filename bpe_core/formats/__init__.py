"""Files that hold a tokenizer, one module per format."""
