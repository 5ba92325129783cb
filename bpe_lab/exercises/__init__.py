"""Exercises: texts drawn by a seed until they show what is to be learned.

The same seed gives the same text on every machine and version of Python.
"""
