"""A decoder that shows a text while its tokens come in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def decode(tokens: Sequence[bytes]) -> str:
    """The text of ``tokens``."""
    return "".join(stream(tokens))


def stream(tokens: Sequence[bytes]) -> Iterator[str]:
    """What each token adds to the text."""
    for token in tokens:
        yield token.decode("utf-8", errors="replace")
