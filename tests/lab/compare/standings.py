"""A comparison that is over, by hand."""

from __future__ import annotations

from bpe_lab.compare.comparison import (
    Absent,
    Check,
    ComparePlan,
    CompareStanding,
    CompareTask,
    Done,
    Encoded,
    Exchange,
    HeldOutEncoding,
    Language,
    Measured,
    TextSizes,
    Trained,
    Training,
    apply,
)
from bpe_lab.measure.frame import Cut, Ended, Failed, Prepared
from bpe_lab.measure.reasons import Reason


def standing_of_everything() -> CompareStanding:
    """A run in every state, by hand."""
    systems = ("bpe", "bbpe", "sentencepiece_bpe", "sentencepiece_default")
    plan = ComparePlan(corpora=("zh", "en"), systems=systems, vocab_sizes=(500,), threads=2)
    standing = CompareStanding.before(plan)
    apply(standing, Prepared({"zh": TextSizes(20_000_000, 400_000), "en": TextSizes(9, 9)}))
    apply(standing, Absent("sentencepiece_default", "sentencepiece"))
    whole, late, broken = (CompareTask("zh", 500, name) for name in systems[:3])
    encodings = (
        HeldOutEncoding("zh", 400_000, 80_000, 400, 0.1, "nfc"),
        HeldOutEncoding("en", 9, 9, 5, 0.1, "same"),
    )
    for task in (whole, late):
        apply(standing, Trained(task, Training(4.0, 600_000_000, 200_000_000, 500)))
        apply(standing, Encoded(task, encodings))
    checks = (Check("full_width", "other", ",\x1b[1m"), Check("special", "refused", "no"))
    words = (Language("en", 100, 100, 50), Language("zh", 90, 30, 15))
    apply(
        standing, Done(whole, Measured(encodings, checks, words, Exchange(9, 10, 18), 7, "1"))
    )
    apply(standing, Cut(late, 300.0))
    apply(standing, Failed(broken, Reason("RuntimeError: no")))
    apply(standing, Ended(cancelled=False, others=0.7))
    return standing
