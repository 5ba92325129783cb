"""What it costs that every trainer is a generator of events, when no detail is asked for.

    python -m benchmarks.overhead

The plain loop is not written a second time: it is the trainer's own source with every
``if detail:`` taken out and every ``yield`` made an ``append``. Both get the same laid-out
pre-tokens, so that pre-tokenization is not in the figures. Processor time is measured unless
``--clock wall`` is asked for: waiting for a turn is not in it, but shared caches and cores are.
The target is a ratio of at most 1.15.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import sys
import textwrap
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeAlias

from benchmarks.measure import (
    CLOCKS,
    corpus_parser,
    interleaved,
    machine,
    paired_ratios,
    parsed,
    report,
)
from bpe_core.events import Event
from bpe_core.pretokenize.pre_tokens import PreToken, count_pre_tokens, lay_out
from bpe_core.registry import TAUGHT, Trainer
from bpe_core.texts.corpus import END_OF_TEXT, from_file
from bpe_core.train.options import TrainOptions
from bpe_lab.cli.report import table
from bpe_lab.measure.record import quartiles

TARGET = 1.15
DONE = "events_of_this_run"  # the name of the list; no trainer uses it

PlainLoop: TypeAlias = Callable[[Sequence[PreToken], TrainOptions], list[Event]]


class WithoutYields(ast.NodeTransformer):
    """Takes the events out of a trainer's source, but for those that are always yielded."""

    def visit_If(self, node: ast.If) -> Any:  # the name that ast calls
        """Drop ``if detail:`` and ``if detail and …:``."""
        if is_detail(node.test):
            return [self.visit(kept) for kept in node.orelse]
        if isinstance(node.test, ast.BoolOp) and is_detail(node.test.values[0]):
            assert isinstance(node.test.op, ast.And)
            assert not node.orelse
            return []
        return self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> Any:
        """``yield x`` becomes ``events.append(x)``."""
        if not isinstance(node.value, ast.Yield):
            return self.generic_visit(node)
        assert node.value.value is not None
        append = ast.Attribute(ast.Name(DONE, ast.Load()), "append", ast.Load())
        return ast.Expr(ast.Call(append, [node.value.value], []))

    def visit_Return(self, node: ast.Return) -> Any:
        assert node.value is None, "a trainer returns nothing"
        return ast.Return(ast.Name(DONE, ast.Load()))


def is_detail(test: ast.expr) -> bool:
    return isinstance(test, ast.Name) and test.id == "detail"


def plain_loop(trainer: Trainer) -> PlainLoop:
    """The trainer as a function that returns its events, from the trainer's own source."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(trainer)))
    function = tree.body[0]
    assert isinstance(function, ast.FunctionDef)
    name = function.name
    body = WithoutYields().visit(function).body
    function.body = [*ast.parse(f"{DONE} = []").body, *body]
    left_over = [node for node in ast.walk(tree) if isinstance(node, ast.Yield | ast.YieldFrom)]
    assert not left_over, f"a yield is left in {name}"
    module = sys.modules[trainer.__module__]
    namespace = dict(vars(module))
    exec(
        compile(ast.fix_missing_locations(tree), f"<{name} without yields>", "exec"), namespace
    )
    loop: PlainLoop = namespace[name]
    return loop


def run_to_end(
    trainer: Trainer, pre_tokens: Sequence[PreToken], options: TrainOptions
) -> list[Event]:
    """The events of a run, as the plain loop gives them."""
    return list(trainer(pre_tokens, options))


def count_details(
    trainer: Trainer, pre_tokens: Sequence[PreToken], options: TrainOptions
) -> int:
    """How many times ``if detail:`` is asked: once for every fine event."""
    fine = sum(1 for _ in trainer(pre_tokens, options, detail=True))
    return fine - sum(1 for _ in trainer(pre_tokens, options))


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = corpus_parser(__doc__)
    parser.add_argument("--only", nargs="+", choices=list(TAUGHT), default=list(TAUGHT))
    parser.add_argument("--repeats", type=int, default=21)
    parser.add_argument("--clock", choices=list(CLOCKS), default="cpu")
    return parsed(parser, argv)


def main(argv: Sequence[str] | None = None) -> None:
    given = arguments(argv)
    text = from_file(given.corpus).text
    pre_tokens = list(lay_out(count_pre_tokens(text, special_tokens=[END_OF_TEXT])))
    options = TrainOptions(vocab_size=given.vocab_size, special_tokens=[END_OF_TEXT])
    rows: list[list[object]] = []
    figures: dict[str, object] = {}
    for name in given.only:
        trainer = TAUGHT[name]
        plain = plain_loop(trainer)
        if plain(pre_tokens, options) != run_to_end(trainer, pre_tokens, options):
            raise SystemExit(f"the plain loop of {name} makes other merges")
        lanes = {
            "events": partial(run_to_end, trainer, pre_tokens, options),
            "plain": partial(plain, pre_tokens, options),
        }
        seconds = interleaved(lanes, repeats=given.repeats, warm_ups=2, clock=given.clock)
        events, loop = (quartiles(seconds[lane])[1] for lane in ("events", "plain"))
        low, _, high = quartiles(paired_ratios(seconds["events"], seconds["plain"]))
        asked = count_details(trainer, pre_tokens, options)
        verdict = "yes" if events / loop <= TARGET else "no"
        each = (events - loop) / asked * 1e9
        spread = f"{low:.3f} to {high:.3f}"
        rows.append([name, events / loop, spread, verdict, loop, asked, each])
        figures[name] = {"seconds": seconds, "ratio": events / loop, "details_asked": asked}
    headers = [
        *["trainer", "events / plain", "quartiles of the ratio", f"at most {TARGET}"],
        *["plain, median s", "`if detail` asked", "ns each"],
    ]
    facts = f"{given.repeats} repeats, {given.clock} time"
    shown = f"{given.corpus.name}, vocabulary {given.vocab_size}, {facts}\n\n"
    report(
        "overhead", machine(), shown + table(headers, rows), figures | {"clock": given.clock}
    )


if __name__ == "__main__":
    main()
