"""One text through all systems, side by side: the text, who cuts it, where they differ."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import streamlit as st

from bpe_core.errors import BPELabError, InputError, Notice
from bpe_core.registry import SYSTEMS
from bpe_core.runtime.text import as_text, visible
from bpe_core.systems.system import TrainedSystem
from bpe_lab.compare.comparison import CompareTask, Verdict
from bpe_lab.compare.texts import BREAKING, verdict
from bpe_lab.exercises.figure_questions import one_of_those
from bpe_lab.exercises.questions import Question
from bpe_lab.pages import COMPARED_TEXT, OWN, OWN_COMPARED, TRAINED_ON, texts
from bpe_lab.scenes.compare import (
    Change,
    Row,
    changes_of,
    own_cuts,
    palette_index,
    row_of,
    shared_cuts,
    text_board,
)
from bpe_lab.scenes.recording import Json
from bpe_lab.text import joined, language, t
from bpe_lab.text.messages import message, plain
from ui.charts.numbers import whole_text
from ui.compare.compare_inputs import block_switch, installed
from ui.compare.compare_job import Comparing
from ui.compare.compare_results import named, system_title
from ui.compare.ready_systems import ready_system
from ui.compare.table_view import LastTable, page_of, progress
from ui.page.asking import asked_first, asking_switch
from ui.page.elements import as_code
from ui.page.fields import link, select_box
from ui.page.markup import Cell, Column, Html, TableRow, html_of, table
from ui.page.presenting import is_presenting
from ui.page.problems import show
from ui.page.session import held
from ui.page.text_inputs import typed_text
from ui.player.player import board
from ui.serving.store import shared_store

SENTENCES = {
    "sentence": "Most tokenizers lose nothing. 无损重构：分词结果可以还原。",
    "code_line": "for name in sorted(names):\n    print(name, len(name))",
}
TOO_LONG = {name for name, text in BREAKING.items() if not 0 < len(text) <= OWN_COMPARED.most}
WHICH_TEXT = texts(
    COMPARED_TEXT.param,
    *SENTENCES,
    *(name for name in BREAKING if name not in TOO_LONG),
    of_reader=(OWN,),
)
VEILED = 40  # rem, of what is not drawn while a question is open
COLUMNS = ("system", "tokens", "bytes_per_token", "back", "changed")
MOST_EXAMPLES = 3  # of a rule
NOTHING = "∅"
AROUND = 6  # characters on either side of a cut


def text_view(controls: st.delta_generator.DeltaGenerator) -> None:
    """The inputs, then the board; systems of a table under way appear as they come.

    ``controls`` is the row above, where a training can be cancelled.
    """
    notices: list[Notice] = []
    text = None
    with st.container(key="inputs_compare_text"):
        left, right = st.columns([5, 4], vertical_alignment="bottom")
        with left:
            name = select_box(WHICH_TEXT, notices, names="breaking")
        with right:
            trained_on = select_box(TRAINED_ON, notices)
        try:
            text = _chosen_text(name, notices)
        except BPELabError as error:
            show(error)
    for notice in notices:
        show(notice)
    if text is None:
        return
    if trained_on == TRAINED_ON.default:
        _board(tried_ready(installed(), text), text, under_way=False)
    else:
        _of_last_table(controls, text)


def _chosen_text(name: str, notices: list[Notice]) -> str:
    """The text to cut; raises ``InputError``."""
    if name != OWN:
        link(OWN_COMPARED.param, None)
        return text_named(name)
    text = as_text(typed_text(OWN_COMPARED, notices))
    if not text:
        raise InputError("empty_text")
    return text


def text_named(name: str) -> str:
    """A text that is offered."""
    return SENTENCES.get(name) or BREAKING[name]


def _of_last_table(controls: st.delta_generator.DeltaGenerator, text: str) -> None:
    """The board of its systems, drawn anew while they are trained."""
    comparing = held(LastTable).comparing
    if comparing is None:
        st.info(t("compare.text.no_table"))
        return
    page = page_of(comparing)
    if page.is_under_way:
        with controls:
            page.cancel_button()
    corpus, size = block_switch(comparing.setup)

    def draw() -> None:
        if page.is_under_way:
            progress(page, comparing)
        systems = tried(comparing, corpus, size, text)
        _board(systems, text, under_way=page.is_under_way)

    page.live(draw, part="text_live")
    if not page.is_under_way:
        page.say_how_it_ended()


def _recording(text: str, rows: tuple[Row, ...]) -> Json:
    """The board's recording, once for all readers."""
    looks = {row.name: palette_index(row.name) for row in rows}
    return shared_store().get(("cuts", text, rows), lambda: text_board(text, rows, looks))


def _board(systems: Sequence[Tried], text: str, *, under_way: bool) -> None:
    rows = [each.row for each in systems if each.row is not None]
    if rows and not under_way:
        asking_switch()
        basis = (text, tuple(rows))
        make = partial(compare_questions, systems, text)
        if not asked_first("compare", basis, make, compare_word, height=VEILED, text=text):
            return
    if rows:
        finding(systems, text)
        board(
            _recording(text, tuple(rows)),
            key="compare_board",
            texts=("compare.text", "system"),
            name=t("compare.text.board"),
            leads=True,
        )
    # A hall has one screen, and the board tells of the others that they lose nothing.
    lossy = [each for each in systems if each.verdict != "same"] if is_presenting() else []
    text_table(lossy or systems, text, under_way=under_way)


@dataclass(frozen=True, slots=True)
class Tried:
    """What a system made of the text; ``row`` is None where it did not take it.

    ``state`` is that of its run: only ``done`` ones are tried. ``changes`` lead from the text
    to what came back.
    """

    system: str
    state: str
    row: Row | None = None
    verdict: Verdict = "refused"
    came_back: str = ""
    changes: tuple[Change, ...] = ()
    problem: BPELabError | None = None

    @property
    def tokens(self) -> int:
        """How many tokens the text became."""
        return len(self.row.parts) if self.row else 0


def tried_ready(systems: Sequence[str], text: str) -> list[Tried]:
    """Those that come along trained."""
    return [_shared(name, partial(ready_system, name), "ready", text) for name in systems]


def tried(comparing: Comparing, corpus: str, size: int, text: str) -> list[Tried]:
    """Every system of the plan, in its order."""
    standing = comparing.standing()

    def of(system: str) -> Tried:
        task = CompareTask(corpus, size, system)
        state = standing.entries[task].state
        if state != "done":
            return Tried(system, state)
        load = partial(comparing.system, task)
        return _shared(system, load, (comparing.key, task), text)

    return [of(system) for system in standing.plan.systems]


def _shared(
    name: str, load: Callable[[], TrainedSystem], trained: Hashable, text: str
) -> Tried:
    """What one system makes of the text, once for all readers: equal trainings cut equally."""
    try:
        result: Tried = shared_store().get(
            ("tried", name, trained, text), lambda: there_and_back(name, load(), text)
        )
    except BPELabError as error:
        return Tried(name, "refused", problem=error)
    except Exception:  # another library's refusal, or a fault of ours: told as such
        return Tried(name, "refused")
    return result


def there_and_back(name: str, system: TrainedSystem, text: str) -> Tried:
    """The pieces over the text, and the text again."""
    came_back = system.decode(system.encode_short(text))
    return Tried(
        name,
        "done",
        row_of(name, text, system.segment(text), came_back),
        verdict(text, came_back),
        came_back,
        changes_of(text, came_back),
    )


def finding(systems: Sequence[Tried], text: str) -> None:
    """Where the systems agree, and who needs fewest tokens."""
    st.html(_once("finding", systems, lambda: _finding(systems, text)))


def _once(name: str, systems: Sequence[Tried], make: Callable[[], Html]) -> Html:
    """``make()`` once for all readers of a language, where every system took the text.

    What one system made of a text is one object for all readers (`_shared`). The entry
    holds them all, so that their ids cannot belong to others meanwhile.
    """
    if any(each.row is None for each in systems):
        return make()
    key = (name, language(), tuple(map(id, systems)))
    words: Html
    words, _ = shared_store().get(key, lambda: (make(), systems))
    return words


def _finding(systems: Sequence[Tried], text: str) -> Html:
    rows = tuple(each.row for each in systems if each.row is not None)
    shared, alone = numbers_of_cuts(rows)
    fewest = fewest_of(systems)
    names = [
        system_title(each.system) for each in systems if each.tokens == fewest and fair(each)
    ]
    if len(rows) < 2:
        sentence = t(
            "compare.text.alone", system=system_title(rows[0].name), tokens=len(rows[0].parts)
        )
    elif cuts := shared + alone:
        sentence = t("compare.text.finding", systems=len(rows), shared=shared, cuts=cuts)
    else:
        sentence = t("compare.text.whole", systems=len(rows))
    values = {"tokens": fewest, "size": len(text.encode())}
    leaders = t("compare.and").join(names)
    aside = [t("compare.text.fewest", list=leaders, **values)] if names else []
    if any(SYSTEMS[each.system].spaces_are_free and each.tokens == fewest for each in systems):
        aside.append(t("compare.foot.spaces"))
    aside.append(t("compare.text.key"))
    return html_of("compare", "seen", sentence, joined(aside))


def numbers_of_cuts(rows: Sequence[Row]) -> tuple[int, int]:
    """How many cuts all systems share, and at how many other places some cut."""
    return len(shared_cuts(rows)), len({cut.left for cut in own_cuts(rows)})


def fair(tried: Tried) -> bool:
    """Whether it gives the text back, by tokens: what is lost takes none."""
    return tried.row is not None and tried.tokens > 0 and tried.verdict in ("same", "nfc")


def fewest_of(systems: Sequence[Tried]) -> int:
    """The fewest tokens of those that give the text back; 0 where none does."""
    return min((each.tokens for each in systems if fair(each)), default=0)


def text_table(systems: Sequence[Tried], text: str, *, under_way: bool) -> None:
    """A row a system, in the order of the board."""
    st.html(_once("table", systems, lambda: _table(systems, text, under_way)))


def _table(systems: Sequence[Tried], text: str, under_way: bool) -> Html:
    least = fewest_of(systems)
    columns = [Column(t(f"compare.column.{name}"), name) for name in COLUMNS]
    rows = [_row(each, text, least, under_way) for each in systems]
    return table(columns, rows, name=t("compare.text.table"), kind="compare-tried")


def _row(tried: Tried, text: str, least: int, under_way: bool) -> TableRow:
    cells = {"tokens": "", "bytes_per_token": "", "back": "", "changed": ""}
    if tried.row is not None:
        each = len(text.encode()) / max(1, tried.tokens)
        cells["tokens"] = whole_text(tried.tokens)
        cells["bytes_per_token"] = f"{each:.2f}"
        cells["back"] = t(f"compare.back.{tried.verdict}")
        cells["changed"] = changes_text(tried.changes)
    else:
        cells["changed"] = _why(tried, under_way)
    figures = [Cell(text, name + _extra(name, tried, least)) for name, text in cells.items()]
    return TableRow(figures, Cell(named(tried.system), "lane"))


def _extra(column: str, tried: Tried, least: int) -> str:
    if column == "tokens" and fair(tried) and tried.tokens == least:
        return " best"
    if column == "back" and tried.row is not None:
        return f" {tried.verdict}"
    return ""


def _why(tried: Tried, under_way: bool) -> str:
    """Why a system has cut nothing."""
    if tried.problem is not None:
        return plain(message(tried.problem))
    state = tried.state
    if state in ("waiting", "running") and not under_way:
        state = "left_out"
    return t(f"compare.state.{state}")


def changes_text(changes: Sequence[Change]) -> str:
    """The changes by rule, each with its first examples."""
    by_rule: dict[str, list[str]] = {}
    for change in changes:
        rules = t("compare.and").join(t(f"compare.rule.{rule}") for rule in change.rules)
        before, after = visible(change.before.encode()), visible(change.after.encode())
        example = t("compare.change", before=before or NOTHING, after=after or NOTHING)
        if example not in (examples := by_rule.setdefault(rules, [])):
            examples.append(example)
    return t("compare.comma").join(
        t("compare.changes", rule=rule, list=t("compare.and").join(examples[:MOST_EXAMPLES]))
        for rule, examples in by_rule.items()
    )


def compare_questions(systems: Sequence[Tried], text: str) -> list[Question | None]:
    """Who loses something of the text, and who cuts at a place where not all do."""
    ready = [each for each in systems if each.row is not None]
    losing = [each.system for each in ready if not fair(each)]
    keeping = [each.system for each in ready if fair(each)]
    return [one_of_those("who_loses", losing, keeping), _who_cuts(ready, text)]


def compare_word(name: str, value: object) -> object:
    """A system's name; a text as it is drawn."""
    if name in ("before", "after"):
        return as_code(visible(str(value).encode()))
    return system_title(str(value)) if name in ("choice", "answer", "right") else value


def _who_cuts(systems: Sequence[Tried], text: str) -> Question | None:
    rows = {each.system: each.row for each in systems if each.row is not None}
    offset = _asked_cut(list(rows.values()), text)
    if offset is None:
        return None
    cutting = [name for name, row in rows.items() if _cuts_at(row, offset)]
    others = [name for name in rows if name not in cutting]
    return one_of_those("who_cuts", cutting, others, _around(text, offset))


def _asked_cut(rows: Sequence[Row], text: str) -> int | None:
    """A cut between two characters that few make: there the answer is least to be guessed."""
    borders, at = set(), 0
    for character in text:
        borders.add(at)
        at += len(character.encode("utf-8", "replace"))
    offsets = sorted({cut.left for cut in own_cuts(rows)} & (borders - {0}))
    number = {at: sum(_cuts_at(row, at) for row in rows) for at in offsets}
    split = [at for at in offsets if 0 < number[at] < len(rows)]
    return min(split, key=lambda at: (number[at], at), default=None)


def _cuts_at(row: Row, offset: int) -> bool:
    return any(cut.left <= offset <= cut.right for cut in row.cuts)


def _around(text: str, offset: int) -> Mapping[str, object]:
    data = text.encode("utf-8", "replace")
    before, after = data[:offset].decode(), data[offset:].decode()
    return {"before": before[-AROUND:], "after": after[:AROUND]}
