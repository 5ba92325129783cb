"""The five ideal properties of the BytePiece article, each as a figure that was measured.

    property              figure                                             better
    lossless              held-out and breaking texts that come back         more
    high compression      bytes per token of the same source                 more
    language-independent  tokens with characters' roles exchanged, over      nearer to 1
                          tokens of the same text as it is
    data-driven           bytes per token learned from the text's own        above 1
                          source, over those learned from another
    trainable             seconds and memory of a training                   less

What each is worth stands in ``docs/comparison.md``.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean

from bpe_lab.compare.comparison import CompareEntry, CompareStanding, CompareTask, Training

PROPERTIES = ("lossless", "compression", "independence", "data_driven", "trainable")


@dataclass(frozen=True, slots=True)
class Ideals:
    """One run's figures; what was not measured is None.

    ``unchanged`` of ``texts`` came back as they were; ``composed`` more as their composed form
    (NFC). ``same_source`` and ``other_source`` are bytes per token; ``lossy`` says that one of
    the held-out texts did not come back, so that they cannot be set beside others'.
    ``exchanged`` and ``follows`` are ratios.
    """

    unchanged: int | None = None
    composed: int | None = None
    texts: int | None = None
    same_source: float | None = None
    other_source: float | None = None
    lossy: bool = False
    exchanged: float | None = None
    follows: float | None = None
    training: Training | None = None

    @property
    def is_lossless(self) -> bool | None:
        """Whether every text came back as it was."""
        return None if self.unchanged is None else self.unchanged == self.texts


def ideals(standing: CompareStanding, task: CompareTask) -> Ideals:
    """What a run has shown of each property."""
    entry = standing.entries[task]
    measured = entry.measured
    if measured is None:
        return Ideals(training=entry.training)
    verdicts = [each.returned for each in measured.encodings]
    verdicts += [check.verdict for check in measured.checks]
    checked = entry.state == "done"
    return Ideals(
        unchanged=verdicts.count("same") if checked else None,
        composed=verdicts.count("nfc") if checked else None,
        texts=len(verdicts) if checked else None,
        same_source=same_source(entry, task),
        other_source=other_source(entry, task),
        lossy=not all(each.came_back for each in measured.encodings),
        exchanged=measured.exchange.ratio if measured.exchange else None,
        follows=follows(standing, task),
        training=entry.training,
    )


def same_source(entry: CompareEntry, task: CompareTask) -> float | None:
    """Bytes per token of the held-out text of the corpus that it learned from."""
    encoding = entry.encoding(task.corpus)
    return encoding.bytes_per_token if encoding else None


def other_source(entry: CompareEntry, task: CompareTask) -> float | None:
    """Bytes per token of all other held-out texts together."""
    encodings = entry.measured.encodings if entry.measured else ()
    others = [each for each in encodings if each.corpus != task.corpus]
    if not others:
        return None
    return sum(each.size for each in others) / max(1, sum(each.tokens for each in others))


def follows(standing: CompareStanding, task: CompareTask) -> float | None:
    """How many times as many bytes a token has where it was learned from the text's source.

    The held-out text of the run's corpus, encoded by this run, and by the same system that
    learned as many tokens from each other corpus; the mean of the ratios. None where a text
    did not come back, since what is lost takes no tokens.
    """
    of_all_runs = [
        entry.encoding(task.corpus)
        for other, entry in standing.entries.items()
        if (other.system, other.vocab_size) == (task.system, task.vocab_size)
    ]
    encoded = [each for each in of_all_runs if each]
    own = standing.entries[task].encoding(task.corpus)
    if own is None or len(encoded) < 2 or not all(each.came_back for each in encoded):
        return None
    others = [each.bytes_per_token for each in encoded if each is not own]
    return fmean(own.bytes_per_token / other for other in others)
