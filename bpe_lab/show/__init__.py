"""Walks in a notebook: ``from bpe_lab import show``, and the last line of a cell draws one.

>>> from bpe_lab import show
>>> show.training("low lower lowest", merges=3, language="en")
Frame('Naive training: low␣lower␣lowest')

From then on a model as the last line of a cell draws a card.
"""

from bpe_lab.show.card import draw_models
from bpe_lab.show.walks import encoding, inside, training

__all__ = ["encoding", "inside", "training"]

draw_models()
