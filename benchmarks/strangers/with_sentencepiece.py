"""SentencePiece: our systems that use the package, against the package called directly.

The project has no SentencePiece of its own. What can differ is what stands in between: options
of the training, the cut of long texts into parts, and decoding. Real texts are asked for line
by line, and as a whole where merges make the ids: Unigram adds up 32-bit scores along a text,
so that a long one may come to a worse segmentation than its lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

from benchmarks.strangers.differential import Case, PackageSuite
from benchmarks.strangers.outcome import Effort
from benchmarks.strangers.texts import fuzzed_texts, real_texts
from bpe_core.registry import SYSTEMS
from bpe_core.systems.sentencepiece import DEFAULT, LOSSLESS, Options
from bpe_core.systems.system import TrainedSystem

# Of ours: the model type and the options that make it.
ROWS: dict[str, tuple[str, Options]] = {
    "sentencepiece_bpe": ("bpe", LOSSLESS),
    "sentencepiece_unigram": ("unigram", LOSSLESS),
    "sentencepiece_default": ("unigram", DEFAULT),
}
VOCABULARY = 4_000


def cases(effort: Effort) -> Iterator[Case]:
    """For each system a model trained on all real texts, on both sides."""
    training = [line for text in real_texts().values() for line in text.split("\n")]
    for row, (model_type, options) in ROWS.items():
        ours = trained_by_us(row, training)
        peer = trained_directly(model_type, training, options)
        reloaded = processor(*ours.files().values())
        yield Case(f"pieces of {row}", partial(pieces, peer), partial(pieces, reloaded))
        for name, text in real_texts().items():
            lines = [f"{line}\n" for line in text.split("\n")]
            yield from of_texts(f"the lines of {name}, {row}", lines, ours, peer)
            if model_type == "bpe":
                yield from of_texts(f"{name}, {row}", [text], ours, peer)
        for number, text in enumerate(fuzzed_texts(effort.texts, effort.seed)):
            yield from of_texts(f"fuzzed {number}, {row}", [text], ours, peer)


def trained_by_us(row: str, lines: Sequence[str]) -> TrainedSystem:
    with TemporaryDirectory() as folder:
        corpus = Path(folder) / "corpus.txt"
        corpus.write_bytes("\n".join(lines).encode())
        return SYSTEMS[row].train(corpus, VOCABULARY, threads=1)


def trained_directly(model_type: str, lines: Sequence[str], options: Options) -> Any:
    """A processor of the package's own."""
    from sentencepiece import SentencePieceTrainer

    model = BytesIO()
    SentencePieceTrainer.train(
        sentence_iterator=iter(lines),
        model_writer=model,
        model_type=model_type,
        vocab_size=VOCABULARY,
        hard_vocab_limit=False,
        num_threads=1,
        minloglevel=2,
        **options,
    )
    return processor(model.getvalue())


def processor(model: bytes) -> Any:
    from sentencepiece import SentencePieceProcessor

    return SentencePieceProcessor(model_proto=model)


def pieces(model: Any) -> list[tuple[str, float]]:
    """All pieces with their scores; the file itself names the corpus's path."""
    return [(model.id_to_piece(k), model.get_score(k)) for k in range(model.get_piece_size())]


def of_texts(name: str, texts: Sequence[str], ours: TrainedSystem, peer: Any) -> Iterator[Case]:
    """Ids of each text, and what they decode to."""
    theirs = [peer.encode(text) for text in texts]
    yield Case(f"ids of {name}", lambda: theirs, lambda: [ids(ours, text) for text in texts])
    yield Case(
        f"decoded ids of {name}",
        lambda: list(map(peer.decode, theirs)),
        lambda: list(map(ours.decode, theirs)),
    )


def ids(ours: TrainedSystem, text: str) -> list[int]:
    """Those of a system whose tokens are ids; others give strings."""
    return list(map(int, cast("Iterable[int]", ours.encode(text))))


SUITE = PackageSuite("sentencepiece", cases)
