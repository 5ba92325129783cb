"""What the laboratory refuses: what is no exercise, moment, lesson or search of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from bpe_core.errors import InputError


class LabError(InputError):
    """A value from outside that means nothing to the laboratory."""

    messages: ClassVar[Mapping[str, str]] = {
        "nothing_to_merge": "no pair to merge: {reason}",
        "seed": (
            "{seed!r} is no seed; one is {first} and three digits or letters, such as "
            "{first}7F3"
        ),
        "moment": "{moment!r} is no moment; one is start, end, merge 2, or merge 2, choose",
        "no_such_moment": "this walk has no moment {moment!r}",
        "packed_lesson": (
            "the link holds no lesson; its parameter has {size} characters of {limit}"
        ),
        "nothing_held_out": "{size} bytes are too few to hold out a part; give a text for that",
        "hex_search": "{value!r} are no bytes in hex",
        "id_search": "{value!r} is no token id in 0..{last}",
    }
