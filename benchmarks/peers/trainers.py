"""Every trainer of the benchmark: ready before the clock, one timed call, then what it made."""

from __future__ import annotations

from benchmarks.peers.calls import Call, Tells
from benchmarks.peers.inputs import BenchInputs
from benchmarks.peers.trails import Trail, of_merges
from bpe_core.errors import FormatError
from bpe_core.model import BPEModel
from bpe_core.train.pipeline import train
from bpe_core.train.tie_break import TieBreak
from bpe_lab.measure import peers
from bpe_lab.measure.peers import Learned

OUR_RULE: TieBreak = "greatest"  # what a user of ours gets
PEERS_RULE: TieBreak = "lowest_ids"  # what two peers have, too
HUGGING_FACE_RULE: TieBreak = "lowest_gpt2_ids"


def ours(inputs: BenchInputs) -> Call:
    """The compiled trainer, on bytes."""
    data, options = inputs.data(), inputs.task.work.options

    def learn(tie_break: TieBreak) -> BPEModel:
        return train(
            data,
            vocab_size=inputs.task.work.vocab_size,
            special_tokens=options.special_tokens,
            trainer="compiled",
            tie_break=tie_break,
            threads=inputs.threads,
        )

    def call() -> Tells:
        model = learn(OUR_RULE)

        def tells() -> dict[str, Trail]:
            trails: dict[str, Trail] = {OUR_RULE: of_merges(model.merges_as_bytes())}
            if inputs.task.number == 0:  # once, off the clock, to be held against the peers
                for rule in (PEERS_RULE, HUGGING_FACE_RULE):
                    trails[rule] = of_merges(learn(rule).merges_as_bytes())
            return trails

        return tells

    return call


def linked(inputs: BenchInputs) -> Call:
    """Our trainer in Python, on a str."""
    text, options = inputs.text(), inputs.task.work.options

    def call() -> Tells:
        model = train(
            text,
            vocab_size=inputs.task.work.vocab_size,
            special_tokens=options.special_tokens,
            trainer="linked",
            tie_break=OUR_RULE,
        )
        return lambda: {OUR_RULE: of_merges(model.merges_as_bytes())}

    return call


def tokenizers(inputs: BenchInputs) -> Call:
    """Hugging Face, on documents."""
    work = inputs.task.work
    learn = peers.tokenizers(inputs.training_documents(), work.options, "gpt2")
    return lambda: _shared(learn(), HUGGING_FACE_RULE)


def bpeasy(inputs: BenchInputs) -> Call:
    """On a str; ties are its own."""
    learn = peers.bpeasy(inputs.text(), inputs.task.work.options, "gpt2")
    return lambda: _own(learn())


def sentencepiece(inputs: BenchInputs) -> Call:
    """On lines; it splits in its own way."""
    work = inputs.task.work
    learn = peers.sentencepiece(inputs.text().split("\n"), work.options, "gpt2")
    return lambda: _own(learn())


def rustbpe(inputs: BenchInputs) -> Call:
    """On documents."""
    work = inputs.task.work
    learn = peers.rustbpe(inputs.training_documents(), work.options, "gpt2")
    return lambda: _shared(learn())


def gigatoken(inputs: BenchInputs) -> Call:
    """On bytes."""
    data, work = inputs.data(), inputs.task.work
    learn = peers.gigatoken_from_bytes(work.options, "gpt2", work.vocab_size)
    return lambda: _shared(learn(data))


def _shared(learned: peers.Tells, rule: TieBreak = PEERS_RULE) -> Tells:
    """Merges that can be compared with ours under ``rule``.

    Of a library that lists only its tokens, some may be too long to find their merges; then
    nothing is compared.
    """

    def tells() -> dict[str, Trail]:
        try:
            return {rule: of_merges(learned().pairs)}
        except FormatError:
            return {}

    return tells


def _own(learned: peers.Tells) -> Tells:
    """What nobody else makes: only how much it was."""

    def tells() -> dict[str, Trail]:
        result: Learned = learned()
        return {"": Trail(len(result.tokens), ())}

    return tells
