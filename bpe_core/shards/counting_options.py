"""What decides the counts of a corpus, beside its shards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bpe_core.errors import OptionError
from bpe_core.pretokenize.patterns import check_name
from bpe_core.pretokenize.pre_tokens import check_special_tokens
from bpe_core.runtime.arguments import as_integer, as_number, check_type


@dataclass(frozen=True, slots=True)
class CountingOptions:
    """How shards are cut into pre-tokens; ``sample`` is a share of the documents, or None."""

    pattern: str = "gpt2"
    special_tokens: tuple[str, ...] = ()
    text_field: str = "text"
    sample: float | None = None
    seed: int = 0


def counting_options(
    pattern: str,
    special_tokens: Sequence[str],
    text_field: str,
    sample: float | None,
    seed: int,
) -> CountingOptions:
    """The options, checked; raises ``OptionError`` and what ``train`` raises for the same."""
    check_name(pattern)
    specials = tuple(check_special_tokens(special_tokens))
    check_type("text_field", text_field, str, "a name")
    seed = as_integer("seed", seed)
    if sample is not None:
        number = as_number("sample", sample, "between 0 and 1")
        if not 0 < number < 1:
            raise OptionError(name="sample", value=sample, rule="between 0 and 1")
    return CountingOptions(pattern, specials, text_field, sample, seed if sample else 0)
