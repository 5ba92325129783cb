"""The texts that a walk speaks with, as the player wants them."""

from __future__ import annotations

from collections.abc import Mapping

from bpe_lab.text import section, spacing
from bpe_lab.text.terms import terms_in

# The catalogue's sections of a walk's sentences, questions and code, by its page.
SECTIONS: Mapping[str, tuple[str, ...]] = {
    "train": ("train", "question", "tie_rule", "tie_name", "linked.code"),
    "linked": ("linked", "train", "question", "tie_rule", "tie_name"),
    "encode": ("encode", "linked.code", "question"),
}


def walk_texts(language: str, names: tuple[str, ...], instead: str = "") -> dict[str, str]:
    """The player's own, those of the sections ``names``, and the terms that they mark.

    The section ``instead`` stands in place of equal names.
    """
    texts = dict(section(language, "player", "goal", "mark", *names, marks=True))
    texts |= spacing(language)
    if instead:
        own = section(language, instead, marks=True)
        texts |= {name.removeprefix(f"{instead}."): words for name, words in own.items()}
    terms = sorted({*terms_in(texts.values())})
    return texts | dict(section(language, *(f"term.{term}" for term in terms)))
