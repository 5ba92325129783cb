"""The terms of the glossary in the order in which one meets them, and where each is at work.

A term's words are `term.KEY.name` and `term.KEY.meaning` in the catalogues.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple
from urllib.parse import parse_qsl, urlsplit

from bpe_lab.text import LANGUAGES, catalogue
from ui.page.markup import Html, html_of


class Scene(NamedTuple):
    """A page's link and, of a walk, the moment."""

    link: str
    at: str = ""

    @property
    def page(self) -> str:
        """The page's name.

        >>> Scene("/train?text=low", "merge 2").page
        'train'
        """
        return urlsplit(self.link).path.removeprefix("/")

    @property
    def query(self) -> dict[str, str]:
        """What its address says.

        >>> Scene("/train?text=low", "merge 2").query
        {'text': 'low', 'at': 'merge 2'}
        """
        return dict(parse_qsl(urlsplit(self.link).query)) | ({"at": self.at} if self.at else {})


GROUPS: Mapping[str, Mapping[str, Scene]] = {
    "text": {
        "byte": Scene("/vocabulary?view=bytes"),
        "token": Scene("/train?text=low", "merge 1, merge"),
        "token_id": Scene("/encode?words=catch"),
        "vocabulary": Scene("/vocabulary"),
        "special_token": Scene("/pretokenize?passage=pieces"),
        "chunk": Scene("/pretokenize?passage=intj"),
        "pre_token": Scene("/pretokenize?passage=pieces&cut_view=stretches", "stretch 1, cut"),
        "distinct_pre_tokens": Scene("/race?view=lockstep"),
        "seed": Scene("/sheets?seed=17F3"),
    },
    "training": {
        "pair": Scene("/train?text=low", "merge 1, count"),
        "merge": Scene("/train?text=low", "merge 2, merge"),
        "merge_list": Scene("/train?text=low", "end"),
        "rank": Scene("/encode?words=catch", "merge 1, choose"),
        "tie_rule": Scene("/train?text=low", "merge 1, choose"),
        "overlap": Scene("/train?text=aaaa", "merge 1, merge"),
    },
    "inside": {
        "position": Scene("/linked?text=low", "merge 1, visit"),
        "links": Scene("/linked?text=low", "merge 1, relink"),
        "pair_counter": Scene("/linked?text=low", "merge 1, prev-down"),
        "pair_positions": Scene("/linked?text=low", "merge 1, append"),
        "living_pair": Scene("/linked?text=low", "merge 1, done"),
        "heap": Scene("/linked?text=low", "merge 0, order"),
        "stale": Scene("/linked?text=abc_abd", "merge 2, pop"),
        "lazy_deletion": Scene("/linked?text=abc_abd", "merge 1, push"),
    },
    "systems": {
        "codes_file": Scene("/subword_nmt", "merge 1, choose"),
        "threshold": Scene("/subword_nmt?subword_text=refill", "merge 1, threshold"),
        "dropout": Scene("/subword_nmt?dropout=30"),
        "piece": Scene("/bytepiece", "place 0, first"),
        "lattice": Scene("/bytepiece", "end"),
        "held_out": Scene("/why"),
        "bytes_per_token": Scene("/compare?view=table"),
    },
}


def other_name(key: str, language: str) -> str:
    """What the next language calls a term, where it has another word for it.

    >>> other_name("stale", "zh"), other_name("pair_counter", "zh")
    ('stale entry', '')
    """
    names = list(LANGUAGES)
    other = names[(names.index(language) + 1) % len(names)]
    here, there = (catalogue(each)[f"term.{key}.name"] for each in (language, other))
    return there if there != here else ""


@cache
def entry(key: str, here: str) -> Html:
    """A term, what another language calls it, and what it means; made once in each language."""
    tag = next(LANGUAGES[each].tag for each in LANGUAGES if each != here)
    return html_of("glossary", "entry", key, other_name(key, here), tag)


def groups_with(text: str, language: str) -> Iterator[tuple[str, Mapping[str, Scene]]]:
    """The groups with the terms that have ``text`` in a name or in what they mean.

    >>> [list(terms) for _, terms in groups_with("惰性", "en")]
    [['lazy_deletion']]
    """
    wanted = text.strip().casefold()
    for group, terms in GROUPS.items():
        fitting = {
            key: scene for key, scene in terms.items() if wanted in _words(key, language)
        }
        if fitting:
            yield group, fitting


def _words(key: str, language: str) -> str:
    """A term's names in all languages, and its meaning in this one."""
    names = [catalogue(each)[f"term.{key}.name"] for each in LANGUAGES]
    return " ".join([*names, catalogue(language)[f"term.{key}.meaning"]]).casefold()
