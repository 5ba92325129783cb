"""A text in tokens by several models: on its page, and on the home page by one."""
