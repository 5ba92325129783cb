"""The standard library as a corpus, by its public name; see `texts/standard_library.py`."""

from bpe_core.texts.standard_library import standard_library

__all__ = ["standard_library"]
