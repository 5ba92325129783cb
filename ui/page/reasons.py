"""Why a run came to nothing, in the reader's language."""

from __future__ import annotations

from bpe_core.errors import BPELabError
from bpe_lab.measure.reasons import OUT_OF_MEMORY, Reason
from bpe_lab.text.messages import escaped, localized, message


def sentence_of(reason: Reason) -> str | None:
    """A refusal of ours, or a lack of memory, as a message; None: `clause_of` it."""
    if isinstance(reason.problem, BPELabError):
        return message(reason.problem)
    return clause_of(reason) if reason.problem == OUT_OF_MEMORY else None


def clause_of(reason: Reason) -> str:
    """How a process ended, as a part of a message; another program's words stay as they are."""
    return escaped(reason.text) if reason.problem is None else str(localized(reason.problem))
