"""A model in a notebook: a card of its sizes and some of its tokens."""
