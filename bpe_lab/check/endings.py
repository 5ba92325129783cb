"""How a student's code ends without an answer, in sentences that can be read back."""

from __future__ import annotations

import re
from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "cut": "it does not end within {seconds} s",
    "exits": "it calls exit({code})",
    "ended": "its process ended with code {code}",
    "memory": "it takes more memory than the {megabytes} MB that it may",
    "writes": "it writes outside of its own folder: {path}",
    "deletes": "it deletes the folder that it runs in: {path}",
    "signals": "it sends a signal to process {number}, which is not its own",
    "processes": "it starts more than {most} processes",
}


def sentence(key: str, **values: object) -> str:
    """The sentence of a key.

    >>> sentence("exits", code=3)
    'it calls exit(3)'
    """
    return SENTENCES[key].format(**values)


def ending_of(line: str) -> tuple[str, Mapping[str, str]] | None:
    """The key and the values of a sentence; None for the words of an error.

    >>> ending_of("it calls exit(3)")
    ('exits', {'code': '3'})
    """
    for key, form in SENTENCES.items():
        before, _, rest = form.partition("{")
        name, _, after = rest.partition("}")
        whole = f"{re.escape(before)}(?P<{name}>.*?){re.escape(after)}"
        if match := re.fullmatch(whole, line):
            return key, match.groupdict()
    return None
