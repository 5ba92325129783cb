"""Corpora of many files: each shard counted by a task of its own, on one machine or on many."""
