"""What the app refuses, beyond what the core does: its rooms have bounds of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from bpe_core.errors import InputError


class AppError(InputError):
    """A reader's input that a page does not take."""

    messages: ClassVar[Mapping[str, str]] = {
        "nothing_chosen": "nothing is chosen of {field}",
        "too_many_chosen": "{count} of {field} are chosen; {limit} are allowed",
        "too_many_tokenizers": "{limit} tokenizers of files are held already",
        "no_room": "{size} MB more than all sessions may hold together",
        "little_memory": "{need} MB of memory are needed and {free} MB are free",
        "special_token_id": "{value!r} is no special token with its id",
        "served_by_owner": "{name} is served by {library}, which does not show its steps",
        "vocabulary_size": (
            "{value!r} is no vocabulary size; one is a whole number up to {limit}"
        ),
        "hand_out": "the scenes of this lesson could not all be opened; try again later",
    }
