"""Whether files were written under another version of Unicode than the one that runs."""

from __future__ import annotations

from collections.abc import Mapping

from bpe_core.errors import FormatError, OtherUnicodeNotice
from bpe_core.formats.model_files import json_of, unicode_version
from bpe_core.formats.recognise import Role, part
from bpe_core.model import BPEModel
from bpe_core.pretokenize.patterns import version_of

LONGEST = 40  # characters of a version that are shown
SAME_IN_ALL = ("whitespace", "none")  # patterns that ask for no letters and digits


def recorded_unicode(files: Mapping[str, bytes]) -> str:
    """The version that our side file records; empty for all other files."""
    try:
        file, data = part(files, Role.SIDE)
        side = json_of(file, data)
    except FormatError:  # there is none, or it is not what was read
        return ""
    version = side.get("unicode") if isinstance(side, dict) else None
    return version[:LONGEST] if isinstance(version, str) else ""


def unicode_notice(recorded: str, model: BPEModel) -> OtherUnicodeNotice | None:
    """What to say of a model whose files record a version; None where ids cannot differ."""
    if not recorded or model.pattern in SAME_IN_ALL or version_of(model.pattern):
        return None
    running = unicode_version()
    if recorded == running:
        return None
    return OtherUnicodeNotice(recorded=recorded, running=running)
