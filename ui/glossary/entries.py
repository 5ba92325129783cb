"""The terms of the glossary in the order in which one meets them, and where each is at work.

A term's words are `term.KEY.name` and `term.KEY.meaning` in the catalogues.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import parse_qsl, urlsplit

from bpe_lab.text import LANGUAGES, catalogue
from ui.page.markup import Html, html_of

MOST_PAGES = 16  # kept: one in each language, and those of links that ask for some terms


class AtWork(NamedTuple):
    """Where a term is seen at work: a page's link and, of a walk, the moment."""

    link: str
    at: str = ""

    @property
    def page(self) -> str:
        """The page's name.

        >>> AtWork("/train?text=low", "merge 2").page
        'train'
        """
        return urlsplit(self.link).path.removeprefix("/")

    @property
    def query(self) -> dict[str, str]:
        """What its address says.

        >>> AtWork("/train?text=low", "merge 2").query
        {'text': 'low', 'at': 'merge 2'}
        """
        return dict(parse_qsl(urlsplit(self.link).query)) | ({"at": self.at} if self.at else {})


GROUPS: Mapping[str, Mapping[str, AtWork]] = {
    "text": {
        "byte": AtWork("/vocabulary?view=bytes"),
        "token": AtWork("/train?text=low", "merge 1, merge"),
        "token_id": AtWork("/encode?words=catch"),
        "vocabulary": AtWork("/vocabulary"),
        "special_token": AtWork("/pretokenize?passage=pieces"),
        "chunk": AtWork("/pretokenize?passage=intj"),
        "pre_token": AtWork("/pretokenize?passage=pieces&cut_view=stretches", "stretch 1, cut"),
        "distinct_pre_tokens": AtWork("/race?view=lockstep"),
        "seed": AtWork("/sheets?seed=17F3"),
    },
    "training": {
        "pair": AtWork("/train?text=low", "merge 1, count"),
        "merge": AtWork("/train?text=low", "merge 2, merge"),
        "merge_list": AtWork("/train?text=low", "end"),
        "rank": AtWork("/encode?words=catch", "merge 1, choose"),
        "linear_encoding": AtWork("/encode?words=catch", "end"),
        "tie_rule": AtWork("/train?text=low", "merge 1, choose"),
        "overlap": AtWork("/train?text=aaaa", "merge 1, merge"),
    },
    "inside": {
        "position": AtWork("/linked?text=low", "merge 1, visit"),
        "links": AtWork("/linked?text=low", "merge 1, relink"),
        "pair_counter": AtWork("/linked?text=low", "merge 1, prev-down"),
        "pair_positions": AtWork("/linked?text=low", "merge 1, append"),
        "living_pair": AtWork("/linked?text=low", "merge 1, done"),
        "heap": AtWork("/linked?text=low", "merge 0, order"),
        "stale": AtWork("/linked?text=abc_abd", "merge 2, pop"),
        "lazy_deletion": AtWork("/linked?text=abc_abd", "merge 1, push"),
    },
    "systems": {
        "codes_file": AtWork("/subword_nmt", "merge 1, choose"),
        "threshold": AtWork("/subword_nmt?subword_text=refill", "merge 1, threshold"),
        "dropout": AtWork("/subword_nmt?dropout=30"),
        "piece": AtWork("/bytepiece", "place 0, first"),
        "lattice": AtWork("/bytepiece", "end"),
        "held_out": AtWork("/why"),
        "bytes_per_token": AtWork("/compare?view=table"),
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


@lru_cache(MOST_PAGES)
def glossary_html(here: str, asked: tuple[str, ...] = ()) -> Html:
    """All terms in the language ``here``, those that a link ``asked`` for marked."""
    names = {key: other_name(key, here) for terms in GROUPS.values() for key in terms}
    tag = next(LANGUAGES[each].tag for each in LANGUAGES if each != here)
    return html_of("glossary", "glossary", GROUPS, names, tag, asked)


def terms_with(text: str, language: str) -> tuple[str, ...]:
    """The terms that have ``text`` in a name or in what they mean.

    >>> terms_with("惰性", "en"), terms_with(" ", "en")
    (('lazy_deletion',), ())
    """
    wanted = text.strip().casefold()
    keys = (key for terms in GROUPS.values() for key in terms)
    return tuple(key for key in keys if wanted and wanted in _words(key, language))


def _words(key: str, language: str) -> str:
    """A term's names in all languages, and its meaning in this one."""
    names = [catalogue(each)[f"term.{key}.name"] for each in LANGUAGES]
    return " ".join([*names, catalogue(language)[f"term.{key}.meaning"]]).casefold()
