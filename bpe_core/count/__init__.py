"""Distinct pre-tokens and how often each occurs: compiled in threads, or by a dict."""
