"""Encoders on texts that are one long pre-token, and how their time per byte grows.

    python -m benchmarks.long                   # up to 10 MB, three rounds
    python -m benchmarks.long --most 1000000 --repeats 1
    python -m benchmarks.long --write           # and put table and pictures into docs/speed.md

All take o200k's vocabulary, and GPT-2's pattern, which leaves each text whole. rs-bpe has
o200k's own pattern, which would cut letters at capitals: those it encodes without. Base64 is of
its 52 letters alone: at a digit or a sign GPT-2's cuts, too. Contenders run in turn, as in
`benchmarks.peers`; what is told is the first pass, since a second one may find the pre-token
kept. Every time taken goes to ``benchmarks/results/long.csv``, all figures to ``long.json``
beside it.
"""

from __future__ import annotations

import argparse
import string
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import typer

from benchmarks import measure
from benchmarks.measure import ROOT, put_into, report
from benchmarks.peers.command import SPEED, libraries, run
from benchmarks.peers.report import cell, columns_of, failures, record_of, samples_csv
from benchmarks.peers.standing import BenchStanding, all_same
from benchmarks.peers.works import OURS, BenchPlan, Work
from bpe_core.vocabularies import o200k
from bpe_lab.cli.report import size_of, table
from bpe_lab.cli.terminal import stoppable
from bpe_lab.measure.machine import machine

NAME = "long"
SIZES = (10_000, 100_000, 1_000_000, 10_000_000)
MEGABYTE = 1_000_000
BUDGET = 60.0  # seconds until a run is cut
PICTURES = ROOT / "docs" / "pictures"


def chosen_from(letters: str, size: int) -> bytes:
    return bytes(Random(0).choices(letters.encode(), k=size))


TEXTS: Mapping[str, Callable[[int], bytes]] = {
    "a": lambda size: b"a" * size,
    "random letters": lambda size: chosen_from(string.ascii_lowercase, size),
    "spaces": lambda size: b" " * size,
    "哈": lambda size: "哈".encode() * (size // 3),
    "letters of base64": lambda size: chosen_from(string.ascii_letters, size),
}
GROWING = ("a", "random letters")


def texts_of(most: int) -> Iterator[tuple[str, bytes]]:
    """Names, sizes in them, and texts of at most ``most`` bytes.

    >>> [name for name, _ in texts_of(100_000)][:4]
    ['a, 10 KB', 'a, 100 KB', 'random letters, 10 KB', 'random letters, 100 KB']
    """
    sizes = [size for size in SIZES if size <= most]
    for name, make in TEXTS.items():
        if name in GROWING:
            chosen: Sequence[int] = sizes
        else:
            chosen = [max(sizes) if "base64" in name else min(MEGABYTE, max(sizes))]
        yield from ((title(name, size), make(size)) for size in chosen)


def title(name: str, size: int) -> str:
    """A text's name.

    >>> title("a", 10_000_000)
    'a, 10 MB'
    """
    return (
        f"{name}, {size // MEGABYTE} MB" if size >= MEGABYTE else f"{name}, {size // 1000} KB"
    )


def works_of(texts: Mapping[str, bytes]) -> tuple[Work, ...]:
    return tuple(Work("encode", name, budget=BUDGET) for name in texts)


def times(standing: BenchStanding) -> str:
    """Texts in rows, contenders in columns: the first pass, and its ratio to ours."""
    names = columns_of(standing, ("encode",))
    rows = [
        [work.text, *(cell(standing, work, name, 0) for name in names)]
        for work in standing.plan.works
    ]
    return table(["one pre-token", *names], rows)


def per_byte(standing: BenchStanding) -> Iterator[tuple[str, int, str, float]]:
    """(text, bytes, contender, nanoseconds a byte) of those that came to their end.

    Of each library the call that takes one text: threads have nothing to share here.
    """
    for work in standing.plan.works:
        kind = work.text.rpartition(", ")[0]
        if kind in GROWING:
            size = standing.texts[work.text].parts
            for name, entry in standing.entries[work].items():
                if "(" not in name and (band := entry.seconds()):
                    yield kind, size, name, band.middle / size * 1e9


def growth(standing: BenchStanding) -> str:
    """Nanoseconds a byte by length, and those of the longest over those of the shortest."""
    figures = {(kind, name, size): ns for kind, size, name, ns in per_byte(standing)}
    sizes = sorted({size for *_, size in figures})
    rows: list[list[object]] = []
    for kind, name in dict.fromkeys((kind, name) for kind, name, _ in figures):
        each = [figures.get((kind, name, size)) for size in sizes]
        first, last = each[0], each[-1]
        rows.append([kind, name, *each, last / first if first and last else None])
    headers = ["ns a byte", "", *map(size_of, sizes), "longest / shortest"]
    return table(headers, rows)


INK = {"light": "#1f2328", "dark": "#e6edf3"}
FAINT = {"light": "#d1d9e0", "dark": "#3d444d"}
# Of like lightness, on white and on black; ours is drawn in ink.
COLORS = ("#d1691d", "#8a63d2", "#2f81f7", "#1a8a5a", "#d03592", "#8b949e")


def picture(standing: BenchStanding, theme: str) -> str:
    """Time per byte by length as SVG, by powers of ten, for a ``light`` or a ``dark`` page."""
    import altair as alt
    import pandas as pd
    import vl_convert

    ink, faint = INK[theme], FAINT[theme]
    rows = pd.DataFrame(per_byte(standing), columns=["text", "bytes", "contender", "ns"])
    names = list(dict.fromkeys(rows["contender"]))
    color = alt.Color(
        "contender:N",
        scale=alt.Scale(
            domain=names,
            range=[
                ink if n == OURS else c for n, c in zip(names, [ink, *COLORS], strict=False)
            ],
        ),
        legend=alt.Legend(title=None, orient="bottom", columns=5),
    )
    lengths = sorted(set(rows["bytes"]))
    lines = (
        alt.Chart(rows)
        .mark_line(point=True)
        .encode(
            x=alt.X(
                "bytes:Q",
                scale=alt.Scale(type="log"),
                title="bytes of the pre-token",
                axis=alt.Axis(values=lengths, format="~s"),
            ),
            y=alt.Y(
                "ns:Q",
                scale=alt.Scale(type="log"),
                title="ns per byte",
                axis=alt.Axis(tickCount=4),
            ),
            color=color,
            strokeWidth=alt.condition(
                alt.datum.contender == OURS, alt.value(3), alt.value(1.5)
            ),
        )
        .properties(width=270, height=230)
    )
    chart = (
        lines.facet(alt.Facet("text:N", title=None, sort=list(GROWING)))
        .configure(background="transparent", font="sans-serif")
        .configure_view(stroke=faint)
        .configure_axis(
            labelColor=ink,
            titleColor=ink,
            gridColor=faint,
            domainColor=faint,
            tickColor=faint,
            labelFontSize=12,
            titleFontSize=12,
        )
        .configure_legend(labelColor=ink, labelFontSize=12)
        .configure_header(labelColor=ink, labelFontSize=13)
    )
    svg: str = vl_convert.vegalite_to_svg(chart.to_json())
    return svg


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--most", type=int, default=max(SIZES), help="bytes of a text")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--write", action="store_true", help="into docs/speed.md")
    parser.add_argument("--pictures", type=Path, help="a folder for the pictures of growth")
    given = parser.parse_args(argv)
    if given.most < min(SIZES):
        parser.error(f"--most is {min(SIZES)} or more")
    model = replace(o200k(), pattern="gpt2")
    texts = dict(texts_of(given.most))
    plan = BenchPlan(works=works_of(texts), repeats=given.repeats, budget=BUDGET)
    try:
        with stoppable() as stop:
            standing = run(plan, texts, model, stop)
    except typer.Exit as ended:
        raise SystemExit(ended.exit_code) from None
    facts = machine(libraries())
    shown = "\n\n".join([times(standing), *failures(standing), growth(standing)]) + "\n"
    report(NAME, facts, shown, record_of(standing, facts))
    (measure.RESULTS / f"{NAME}.csv").write_text(samples_csv(standing), "utf-8")
    if folder := PICTURES if given.write else given.pictures:
        folder.mkdir(parents=True, exist_ok=True)
        for theme in INK:
            path = folder / f"growth-{theme}.svg"
            path.write_text(picture(standing, theme) + "\n", "utf-8")
    if given.write:
        put_into(SPEED, NAME, shown)
    if not all_same(standing):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
