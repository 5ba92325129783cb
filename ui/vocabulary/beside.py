"""Two vocabularies side by side: where their merges part, and what they share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import streamlit as st

from bpe_core.errors import BPELabError, FormatError, Notice
from bpe_core.pretokenize.patterns import CUSTOM, base_name, is_custom, version_of
from bpe_core.train.compare_merges import BytePair, MergeDifference
from bpe_core.train.tie_break import TieBreak
from bpe_lab.fields import Choice
from bpe_lab.pages import (
    BESIDE,
    BESIDE_OWN,
    BESIDE_TEXT,
    COUNTED,
    COUNTED_SAMPLE,
    FILE,
    MODELS,
    OWN,
    TOKENIZER,
    Training,
)
from bpe_lab.scenes.recording import step_of_merge
from bpe_lab.scenes.vocabulary.vocabulary_tables import Parting, Sizes, parting, rule_of, sizes
from bpe_lab.text import number_text, t
from bpe_lab.text.messages import message
from ui.own_tokenizers import SECOND, cut_tokenizer
from ui.page.elements import own_code
from ui.page.markup import Cell, Column, Html, TableRow, html_of, table, text_html
from ui.page.problems import show
from ui.page.text_inputs import training_in_link
from ui.serving.store import shared_store, tried, vocabulary_store
from ui.tokenizer_inputs import (
    NamedModel,
    tokenizer_choice,
    tokenizer_of,
    whole_tokenizer_choice,
)

TRAIN_PAGE = Path(__file__).parents[2] / "pages" / "train.py"


def two_vocabularies(
    first_column: st.delta_generator.DeltaGenerator,
    second_column: st.delta_generator.DeltaGenerator,
    notices: list[Notice],
) -> tuple[NamedModel, NamedModel] | None:
    """Both, with the fields that their sources need; None while one is still to come."""
    with first_column:
        first = whole_tokenizer_choice(notices)
    with second_column:
        second = tokenizer_choice(BESIDE, notices)
    if first == second and first != FILE:
        st.info(t("vocabulary.beside.one"))
        return None
    one = _tokenizer(first, notices)
    other = _tokenizer(second, notices, slot=SECOND if first == second else "", asked=BESIDE)
    return (one, other) if one and other else None


def _tokenizer(
    name: str, notices: list[Notice], *, slot: str = "", asked: Choice[str] = TOKENIZER
) -> NamedModel | None:
    """One of both; its error is shown, and the other's fields stay.

    A file whose merge list has a merge twice is taken up to there.
    """
    try:
        return tokenizer_of(name, notices, slot=slot, asked=asked)
    except BPELabError as error:
        cut = cut_tokenizer(slot) if name == FILE else None
        if cut is None:
            show(error)
            return None
    again = t(
        "vocabulary.beside.again",
        problem=message(cut.problem),
        merges=len(cut.model.merges),
    )
    st.warning(again)
    return NamedModel(FILE, cut.model, files=cut.files)


def beside(first: NamedModel, second: NamedModel) -> None:
    """The first merge that differs, both in numbers, the way to what texts cost in both."""
    training = first.training or second.training
    with st.spinner(t("vocabulary.beside.comparing")):
        outcome = _parting(first, second, training)
        where = None if isinstance(outcome, FormatError) else outcome
        rule = _rule(first, second, where) if where else None
        counted = _sizes(first, second)
    if where is None:
        st.info(t("vocabulary.beside.no_list"))
    else:
        st.html(verdict_html(where, first, second, rule))
        if training and where.difference:
            _link_to_walk(where.difference, trained_first=first.training is not None)
    st.html(merges_table(where, counted, first, second))
    st.html(html_of("vocabulary", "costs", costs_query(first.name, second.name)))
    own_code()


def _parting(
    first: NamedModel, second: NamedModel, training: Training | None
) -> Parting | FormatError:
    """Computed once for all readers who have the same two."""
    models = first.model, second.model

    def make() -> Parting:
        if training is None:
            return parting(*models)
        return parting(
            *models,
            training.corpus.text,
            pattern=training.pattern,
            special_tokens=training.options.special_tokens,
        )

    where: Parting | FormatError
    key = ("parting", *map(id, models), training)
    where, _ = shared_store().get(key, lambda: (tried(make), models))
    return where


def _rule(first: NamedModel, second: NamedModel, where: Parting) -> TieBreak | None:
    """The tie rule that gives all merges of the one that was not trained here."""
    training, other = (
        (first.training, second.model) if first.training else (second.training, first.model)
    )
    if training is None or where.difference is None or where.difference.decided != "tie":
        return None
    rule: TieBreak | None
    rule, _ = shared_store().get(
        ("tie rule of", id(other), training),
        lambda: (
            rule_of(other, training.corpus.text, training.options, pattern=training.pattern),
            other,
        ),
    )
    return rule


def _sizes(first: NamedModel, second: NamedModel) -> Sizes:
    models = first.model, second.model
    counted: Sizes
    counted, _ = vocabulary_store().get(
        ("sizes", *map(id, models)), lambda: (sizes(*models), models)
    )
    return counted


def _link_to_walk(difference: MergeDifference, *, trained_first: bool) -> None:
    """To the Train page with the same settings, at the merge that differs, or at the end."""
    number = difference.number
    pair = difference.first if trained_first else difference.second
    step = step_of_merge(number, chosen=pair is not None)
    st.page_link(
        TRAIN_PAGE,
        label=t("vocabulary.beside.walk", number=number + 1),
        icon=":material/arrow_forward:",
        query_params={**training_in_link(), "step": str(step)},
    )


def costs_query(*names: str) -> dict[str, str]:
    """The address of what a text costs in both; of a link of before, its text."""
    asked = st.query_params
    models = ",".join(name for name in names if name in MODELS.options)
    sample = BESIDE_TEXT.read(asked.get(BESIDE_TEXT.param, ""))
    text = asked.get(BESIDE_OWN.param) if sample == OWN else None
    query = {
        MODELS.param: models,
        COUNTED_SAMPLE.param: sample if sample in COUNTED_SAMPLE.options[1:] else None,
        COUNTED.param: text,
    }
    return {param: value for param, value in query.items() if value}


def verdict_html(
    where: Parting, first: NamedModel, second: NamedModel, rule: TieBreak | None = None
) -> Html:
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
    where: Parting | None, counted: Sizes, first: NamedModel, second: NamedModel
) -> Html:
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
    return _table(rows, first, second)


def _verdict(first: str, *others: str) -> Html:
    return html_of("vocabulary", "verdict", first, others)


def _parting_rows(where: Parting) -> Iterator[TableRow]:
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


def _why(difference: MergeDifference, first: NamedModel, second: NamedModel) -> str:
    """What decided, as far as a text is at hand to count in."""
    pairs, counts = _both(difference), difference.counts
    if counts is None:
        return t("vocabulary.beside.no_text")
    if difference.decided == "end":
        rest = 1 if pairs[0] is None else 0
        return text_html(
            "vocabulary.beside.goes_on", pair=_pair(pairs[rest]), count=counts[rest]
        )
    if difference.decided == "tie":
        ours = 0 if first.training else 1
        training = (first, second)[ours].training
        assert training is not None, "its text was counted"
        rule = t(f"tie_rule.{training.options.tie_break}")
        pair = _pair(pairs[ours])
        return text_html("vocabulary.beside.tie", count=counts[0], rule=rule, pair=pair)
    more, less = sorted((0, 1), key=lambda part: -counts[part])
    return text_html(
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


def _pair(pair: BytePair | None) -> Html:
    return html_of("vocabulary", "pair", pair)


def _pattern(name: str) -> str:
    """A pattern's name, with the Unicode that it is pinned to; a reader's own as it stands."""
    if is_custom(name):
        return html_of("vocabulary", "own_pattern", name.removeprefix(CUSTOM))
    version = version_of(name)
    pinned = f" · Unicode {version}" if version else ""
    return t(f"pattern_short.{base_name(name)}") + pinned


def _numbers(pair: tuple[int, int]) -> tuple[str, str]:
    return number_text(pair[0]), number_text(pair[1])


def _row(head: str, values: tuple[str, str], *, kind: str = "") -> TableRow:
    return TableRow([Cell(value) for value in values], Cell(head), kind)


def _table(rows: Iterable[TableRow], *tokenizers: NamedModel) -> Html:
    names = [html_of("vocabulary", "tokenizer", each.name, each.files) for each in tokenizers]
    columns = [Column(name) for name in ("", *names)]
    return table(columns, rows, kind="beside-view", are_cards=False)
