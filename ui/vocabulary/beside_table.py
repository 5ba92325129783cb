"""Two vocabularies side by side, drawn: where their merges part, and both in numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from bpe_core.pretokenize.patterns import is_custom
from bpe_core.pretokenize.pinned import CUSTOM, base_name, version_of
from bpe_core.runtime.glyphs import visible
from bpe_core.train.compare_merges import BytePair, MergeDifference
from bpe_core.train.tie_break import TieBreak
from bpe_lab.scenes.vocabulary.vocabulary_tables import Parting, Sizes
from bpe_lab.text import language, number_text, t
from ui.tokenizers import Tokenizer

Cells = tuple[str, str]
JOINED = "\u00a0+\u00a0"  # a pair stays on its line


def verdict_html(
    where: Parting, first: Tokenizer, second: Tokenizer, rule: TieBreak | None = None
) -> str:
    """Whether the merges are the same, or the first that differs and what decided it.

    ``rule`` is another tie rule by which the training gives all merges of the other one.
    """
    difference = where.difference
    if difference is None:
        return _verdict(t("vocabulary.beside.same", merges=where.same))
    number = difference.number
    if difference.first is None or difference.second is None:
        side = "left" if difference.first is None else "right"
        verdict = t(f"vocabulary.beside.ends_{side}", merges=number)
    else:
        verdict = t("vocabulary.beside.differs", number=number + 1, rank=number)
    return _verdict(verdict, _why(difference, first, second), *_by_rule(rule))


def merges_table(
    where: Parting | None, counted: Sizes, first: Tokenizer, second: Tokenizer
) -> str:
    """The merges where they part, then both vocabularies in numbers."""
    own = [size - counted.shared for size in counted.tokens]
    rows = [
        *(_parting_rows(where) if where else ()),
        _row(t("vocabulary.beside.merges"), _numbers(counted.merges)),
        _row(t("vocabulary.beside.tokens"), _numbers(counted.tokens)),
        _row(t("vocabulary.beside.shared"), _numbers((counted.shared, counted.shared))),
        _row(t("vocabulary.beside.only"), _numbers((own[0], own[1]))),
        _row(
            t("vocabulary.beside.pattern"),
            (_pattern(first.model.pattern), _pattern(second.model.pattern)),
        ),
    ]
    return _table(rows, _name(first, files=True), _name(second, files=True))


def costs_table(size: int, tokens: tuple[int, int], first: Tokenizer, second: Tokenizer) -> str:
    """A text of ``size`` bytes in both."""
    each = [number_text(size / count, 2) if count else "" for count in tokens]
    rows = [
        _row(t("vocabulary.beside.text_tokens"), _numbers(tokens), kind="parts"),
        _row(t("encode.text.bytes_per_token"), (each[0], each[1])),
    ]
    return _table(rows, _name(first, files=True), _name(second, files=True))


def _verdict(*sentences: str) -> str:
    first, *others = sentences
    rest = "".join(f"<p>{sentence}</p>" for sentence in others)
    return _framed(f'<div role="status"><p class="verdict">{first}</p>{rest}</div>')


def _parting_rows(where: Parting) -> Iterator[str]:
    """The last merges that are the same, the first that differs, both counts."""
    difference = where.difference
    if difference is None:
        return
    for number, pair in where.before:
        yield _row(_merge(number), (_pair(pair), _pair(pair)))
    pairs = _both(difference)
    yield _row(_merge(difference.number), (_pair(pairs[0]), _pair(pairs[1])), kind="parts")
    if difference.counts is not None:
        counts = [
            number_text(count) if pair else ""
            for pair, count in zip(pairs, difference.counts, strict=True)
        ]
        yield _row(t("vocabulary.beside.count"), (counts[0], counts[1]))


def _why(difference: MergeDifference, first: Tokenizer, second: Tokenizer) -> str:
    """What decided, as far as a text is at hand to count in."""
    pairs, counts = _both(difference), difference.counts
    if counts is None:
        return t("vocabulary.beside.no_text")
    if difference.decided == "end":
        rest = 1 if pairs[0] is None else 0
        return t("vocabulary.beside.goes_on", pair=_pair(pairs[rest]), count=counts[rest])
    if difference.decided == "tie":
        ours = 0 if first.training else 1
        training = (first, second)[ours].training
        assert training is not None, "its text was counted"
        rule = t(f"tie_rule.{training.options.tie_break}")
        return t("vocabulary.beside.tie", count=counts[0], rule=rule, pair=_pair(pairs[ours]))
    more, less = sorted((0, 1), key=lambda part: -counts[part])
    return t(
        "vocabulary.beside.decided",
        more=_pair(pairs[more]),
        high=counts[more],
        less=_pair(pairs[less]),
        low=counts[less],
    )


def _by_rule(rule: TieBreak | None) -> list[str]:
    if rule is None:
        return []
    names = {"name": t(f"tie_name.{rule}"), "rule": t(f"tie_rule.{rule}")}
    return [t("vocabulary.beside.by_rule", **names)]


def _both(difference: MergeDifference) -> tuple[BytePair | None, BytePair | None]:
    return difference.first, difference.second


def _merge(number: int) -> str:
    return t("vocabulary.beside.merge", number=number + 1, rank=number)


def _pair(pair: BytePair | None) -> str:
    if pair is None:
        return f"<i>{escape(t('vocabulary.beside.ended'))}</i>"
    return f"<code>{JOINED.join(escape(visible(token)) for token in pair)}</code>"


def _pattern(name: str) -> str:
    """A pattern's name, with the Unicode that it is pinned to; a reader's own as it stands."""
    if is_custom(name):
        return f"<code>{escape(visible(name.removeprefix(CUSTOM).encode()))}</code>"
    version = version_of(name)
    pinned = f" · Unicode {version}" if version else ""
    return escape(t(f"pattern_short.{base_name(name)}") + pinned)


def _numbers(pair: tuple[int, int]) -> Cells:
    return number_text(pair[0]), number_text(pair[1])


def _row(head: str, cells: Cells, *, kind: str = "") -> str:
    row = f' class="{kind}"' if kind else ""
    data = "".join(f"<td>{cell}</td>" for cell in cells)
    return f'<tr{row}><th scope="row">{escape(head)}</th>{data}</tr>'


def _table(rows: Iterable[str], *names: str) -> str:
    heads = "".join(f'<th scope="col">{name}</th>' for name in names)
    return _framed(
        f"<table><thead><tr><td></td>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    )


def _name(tokenizer: Tokenizer, *, files: bool = False) -> str:
    """The source, and the reader's files that it came from."""
    name = escape(t(f"tokenizer.{tokenizer.name}"))
    listed = escape(", ".join(tokenizer.files))
    return f"{name} <small>{listed}</small>" if files and listed else name


def _framed(html: str) -> str:
    return f'<div class="beside-view" lang="{language()}">{html}</div>'
