"""The article's table from made standings: what is best, what is lost, what went wrong."""

import re
from html import unescape
from typing import Any
from unittest import mock

import pytest

from bpe_lab.compare.comparison import (
    Check,
    ComparePlan,
    CompareStanding,
    CompareTask,
    Done,
    HeldOutEncoding,
    Measured,
    Trained,
    Training,
    Verdict,
    apply,
)
from bpe_lab.measure.frame import Cut, Ended, Failed, Started
from bpe_lab.measure.reasons import Reason
from bpe_lab.text import LANGUAGES, catalogue
from ui.compare.compare_results import (
    COLUMNS,
    STAR,
    best_of,
    compare_table,
    ideals_table,
    lossless_text,
)
from ui.compare.size_charts import lines_of, starred

SYSTEMS = ("bpe", "bytepiece", "subword_nmt", "sentencepiece_default")
PLAN = ComparePlan(corpora=("zh", "en"), systems=SYSTEMS, vocab_sizes=(1000,))


def task(system: str) -> CompareTask:
    return CompareTask("zh", 1000, system)


def done(
    standing: CompareStanding, system: str, tokens: int, seconds: float, verdict: Verdict
) -> None:
    """A run to its end: 1,000 held-out bytes, so many tokens."""
    own = task(system)
    apply(standing, Started(own))
    apply(standing, Trained(own, Training(seconds, 9_000_000, 5_000_000, 1000)))
    encodings = tuple(
        HeldOutEncoding(corpus, 1000, tokens, 100, 0.001, verdict) for corpus in ("zh", "en")
    )
    checks = (Check("full_width", verdict, ""), Check("empty", "same", ""))
    apply(standing, Done(own, Measured(encodings, checks, ())))


def standing() -> CompareStanding:
    """BytePiece packs most of those that lose nothing; what subword-nmt loses is free."""
    made = CompareStanding.before(PLAN)
    done(made, "bpe", 400, 0.5, "same")
    done(made, "bytepiece", 300, 2.0, "nfc")
    done(made, "subword_nmt", 100, 9.0, "other")
    return made


def drawn(made: CompareStanding, language: str = "en") -> str:
    with (
        mock.patch("streamlit.html") as html,
        mock.patch("bpe_lab.text.language", return_value=language),
    ):
        compare_table(made, "zh", 1000)
    return unescape(html.call_args[0][0])


def cells(page: str, system: str) -> list[str]:
    title = catalogue("en")[f"system.{system}"]
    [row] = [each for each in page.split("<tr")[2:] if f"</i>{title}</th>" in each]
    return [re.sub("<[^>]*>", "", cell) for cell in re.findall("<td.*?</td>", row)]


def column(name: str) -> Any:
    return next(each for each in COLUMNS if each.name == name)


def test_the_best_compression_is_that_of_a_system_that_loses_nothing() -> None:
    made = standing()
    tasks = [task(system) for system in SYSTEMS]
    assert best_of(made, tasks, column("same")) == pytest.approx(1000 / 300)
    assert best_of(made, tasks, column("seconds")) == 0.5
    assert best_of(made, tasks, column("lossless")) is None


def test_one_figure_alone_is_no_best_one() -> None:
    made = CompareStanding.before(PLAN)
    done(made, "bpe", 400, 0.5, "same")
    assert best_of(made, [task("bpe")], column("seconds")) is None


def test_memory_that_nobody_knows_is_not_the_least() -> None:
    made = standing()
    apply(made, Trained(task("bpe"), Training(0.5, 0, 5_000_000, 1000)))
    apply(made, Trained(task("bytepiece"), Training(2.0, 8_000_000, 5_000_000, 1000)))
    tasks = [task(system) for system in SYSTEMS]
    assert best_of(made, tasks, column("memory")) == 3_000_000
    assert cells(drawn(made), "bpe")[1] == catalogue("en")["compare.unknown"]


def test_what_is_lost_has_a_star_among_the_properties_too() -> None:
    with mock.patch("streamlit.html") as html:
        ideals_table(standing(), "zh", 1000)
    [row] = [each for each in html.call_args[0][0].split("<tr") if "High compression" in each]
    assert re.findall("<td.*?>([^<]*)</td>", row) == ["2.50", "3.33", "10.00 *", "–"]


def test_what_is_lost_has_a_star_in_the_chart_too() -> None:
    lines = lines_of(standing(), "zh", lambda each: 1.0)
    titles = {line.system: line.title for line in starred(lines, lines[:2])}
    assert not titles["bytepiece"].endswith(STAR)
    assert titles["subword_nmt"].endswith(STAR)


def test_every_row_says_its_figures_and_what_it_loses() -> None:
    page = drawn(standing())
    assert cells(page, "bpe") == [
        "500 ms",
        "4.0 MB",
        "2.500",
        "2.500",
        "1.00 MB/s",
        "✓ all 4",
    ]
    assert cells(page, "subword_nmt")[2:4] == ["10.000 *", "10.000 *"]
    assert page.count(' best"') == 3, "where all are equal none is best"


def test_whole_and_composed_and_lossy_are_told_apart() -> None:
    made = standing()
    assert 'class="same"' in lossless_text(made, task("bpe"))
    assert 'class="nfc"' in lossless_text(made, task("bytepiece"))
    assert 'class="other"' in lossless_text(made, task("subword_nmt"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_came_to_nothing_says_why_and_nothing_in_it_is_active(language: str) -> None:
    made = standing()
    apply(made, Failed(task("sentencepiece_default"), Reason("OSError: <b>no_way</b> *x*")))
    page = drawn(made, language)
    assert "<b>no_way</b> *x*" in page, "unescaped here alone"
    apply(made, Cut(task("sentencepiece_default"), 15.0))
    assert "15" in drawn(made, language)
    apply(made, Ended(cancelled=True))
