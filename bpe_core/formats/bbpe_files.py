"""The pair of files of BBPE (OctopusMind, `BBPE`): GPT-2's, with four differences.

Ids follow the code points of the tokens as they are written, so they change with every
training; there is no version line; a vocabulary may lack bytes that its corpus did not have;
special tokens and another pattern than GPT-2's are unknown. Here a missing byte gets an
id behind the last one, where the original's encoder stops with a ``KeyError``. The original's
reader loses the last merge of a file without a final line end, this one does not.

A model that was not read from such files keeps its ids: readers take them from the file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from bpe_core.formats.assemble import (
    Specials,
    build_merges,
    build_model,
    build_vocabulary,
    check_expressible,
    named_specials,
    read_tokens,
    unmergeable,
    without_merge,
)
from bpe_core.formats.format_rules import WHOLE, broken
from bpe_core.formats.gpt2 import read_gpt2, read_pair, written_ids, written_merges
from bpe_core.formats.recognise import Role, roles
from bpe_core.model import BPEModel
from bpe_core.pretokenize.patterns import pattern_text
from bpe_core.runtime.text import CHARACTERS

PATTERN = "gpt2"


def write_bbpe(model: BPEModel) -> dict[str, str]:
    """The two files by name; the vocabulary's lines in the order of their code points."""
    if model.pattern != PATTERN:
        names = {"pattern": PATTERN, "other": model.pattern}
        raise broken(Role.VOCABULARY.value, WHOLE, "only_pattern", **names)
    check_expressible(Role.VOCABULARY.value, model)
    ids = written_ids(model)
    vocabulary = json.dumps({token: ids[token] for token in sorted(ids)}, ensure_ascii=False)
    merges = "".join(f"{line}\n" for line in written_merges(model))
    return {Role.VOCABULARY.value: vocabulary, Role.MERGES.value: merges}


def read_bbpe(
    files: Mapping[str, bytes],
    *,
    pattern: str | None = None,
    special_tokens: Specials | None = None,
) -> BPEModel:
    """Read the pair; tokens that are neither a byte nor made by a merge are special.

    With our side file the pair is not of this form, whoever asks for it: that file is obeyed.
    """
    if Role.SIDE in roles(files):
        return read_gpt2(files, pattern=pattern, special_tokens=special_tokens)
    if pattern is not None:
        pattern_text(pattern)
    pair = read_pair(files, special_tokens)
    file = pair.vocabulary_file
    wanted = special_tokens
    if wanted is None:
        wanted = without_merge(pair.ids, pair.merge_lines)
    always = {*pair.always}.difference(special_tokens or ())
    specials = named_specials(file, pair.ids, wanted, always)
    missing = [character for character in CHARACTERS if character not in pair.ids]
    behind = max(pair.ids.values(), default=-1) + 1
    ids = {**pair.ids, **{token: behind + k for k, token in enumerate(missing)}}
    ordinary = read_tokens(file, ids, specials)
    unmerged = unmergeable(specials, always)
    return build_model(
        file,
        build_vocabulary(file, ordinary, specials, free_ids=bool(pair.always)),
        build_merges(pair.merges_file, pair.merge_lines, pair.ids, unmerged, pair.line_of),
        specials,
        pattern=pattern or PATTERN,
        tie_break="first_seen",  # the rule of BBPE's trainer
        always=always,
    )
