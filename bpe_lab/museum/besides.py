"""What hangs in the museum without code: a bug that Python cannot have, and what is no bug."""

from __future__ import annotations

from collections.abc import Mapping

from bpe_lab.museum.exhibit import Source, issue

BESIDES: Mapping[str, tuple[Source, ...]] = {
    "unsigned_count": (
        issue("huggingface/tokenizers", 2320, fixed=False),
        issue("huggingface/tokenizers", 2058),
    ),
    "letters_of_a_word": (issue("openai/tiktoken", 336),),
    "characters_for_bytes": (issue("huggingface/tokenizers", 751),),
}
