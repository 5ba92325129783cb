"""Published tables of ranks, and what their files leave open: patterns and special tokens.

A table is told by its content: by its size, and by the SHA-256 of its lines in the order of
their ranks, so that neither the file's name nor the ends of its lines matter. Sources:

- OpenAI's: tiktoken, `tiktoken_ext/openai_public.py`, which publishes these digests.
- Llama 3 and 4: meta-llama/llama-models, `tokenizer.py` and `tokenizer.model` in
  `models/llama3` and `models/llama4`. The names of Llama 3's special tokens are those since
  3.1. That code also cuts runs of 25,000 characters with, or without, white space; here that is
  left to the caller.
- Whisper's for many languages: openai/whisper, `tokenizer.py` and `assets`.
- Qwen and Qwen-VL: QwenLM/Qwen, `tokenization_note.md`, and `tokenization_qwen.py` beside the
  models. Qwen-VL names nine more special tokens behind these, `<ref>` to `<imgpad>`. Qwen 3
  has the same ranks and other added tokens: `tokenizer.json` of Qwen/Qwen3-0.6B.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from bpe_core.formats.model_files import full_text


class KnownRanks(NamedTuple):
    """What a table's file leaves open."""

    size: int  # in tokens
    pattern: str
    special_tokens: Mapping[str, int]
    digest: str = ""
    normalization: str = ""
    always: tuple[str, ...] = ()  # special tokens that every text is searched for


def _numbered(first: int, names: Iterable[str]) -> dict[str, int]:
    return {name: first + k for k, name in enumerate(names)}


def _reserved(numbers: Iterable[int], prefix: str = "") -> list[str]:
    return [f"<|{prefix}reserved_special_token_{number}|>" for number in numbers]


_FIM = ("<|fim_prefix|>", "<|fim_middle|>", "<|fim_suffix|>")
_HARMONY: Mapping[int, str] = {
    199998: "<|startoftext|>",
    199999: "<|endoftext|>",
    200002: "<|return|>",
    200003: "<|constrain|>",
    200005: "<|channel|>",
    200006: "<|start|>",
    200007: "<|end|>",
    200008: "<|message|>",
    200012: "<|call|>",
}
_LLAMA_3 = (
    *("<|begin_of_text|>", "<|end_of_text|>", *_reserved(range(2))),
    *("<|finetune_right_pad_id|>", "<|step_id|>", "<|start_header_id|>", "<|end_header_id|>"),
    *("<|eom_id|>", "<|eot_id|>", "<|python_tag|>", "<|image|>", *_reserved(range(2, 246))),
)
_TEXT, _VISION, _REASONING = "text_post_train_", "vision_", "reasoning_"
_LLAMA_4 = (
    *("<|begin_of_text|>", "<|end_of_text|>", *_FIM),
    *("<|header_start|>", "<|header_end|>", "<|eom|>", "<|eot|>", "<|step|>"),
    *_reserved(range(6), _TEXT),
    *("<|python_start|>", "<|python_end|>", "<|finetune_right_pad|>"),
    *_reserved(range(8, 69), _TEXT),
    *("<|image_start|>", "<|image_end|>", *_reserved(range(2), _VISION)),
    *("<|tile_x_separator|>", "<|tile_y_separator|>", *_reserved(range(2, 6), _VISION)),
    *("<|image|>", *_reserved([6], _VISION), "<|patch|>", *_reserved(range(7, 1048), _VISION)),
    *_reserved(range(8), _REASONING),
    *("<|reasoning_thinking_start|>", "<|reasoning_thinking_end|>", *_reserved(range(904))),
)
_QWEN = ("<|endoftext|>", "<|im_start|>", "<|im_end|>", *(f"<|extra_{k}|>" for k in range(205)))
_QWEN_3_ALWAYS = (
    *("<tool_call>", "</tool_call>", *_FIM, "<|fim_pad|>", "<|repo_name|>", "<|file_sep|>"),
    *("<tool_response>", "</tool_response>", "<think>", "</think>"),
)
_QWEN_3 = (
    *("<|endoftext|>", "<|im_start|>", "<|im_end|>"),
    *("<|object_ref_start|>", "<|object_ref_end|>", "<|box_start|>", "<|box_end|>"),
    *("<|quad_start|>", "<|quad_end|>", "<|vision_start|>", "<|vision_end|>"),
    *("<|vision_pad|>", "<|image_pad|>", "<|video_pad|>", *_QWEN_3_ALWAYS),
)

_R50K = KnownRanks(
    50256,
    "gpt2",
    {"<|endoftext|>": 50256},
    "306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930",
)
_P50K = KnownRanks(
    50280,
    "gpt2",
    {"<|endoftext|>": 50256},
    "94b5ca7dff4d00767bc256fdd1b27e5b17361d7b8a5f968547f9f23eb70d2069",
)
_O200K = KnownRanks(
    199998,
    "o200k",
    {"<|endoftext|>": 199999, "<|endofprompt|>": 200018},
    "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
)
_QWEN_1 = KnownRanks(
    151643,
    "qwen2",
    _numbered(151643, _QWEN),
    "b2b1b8dfb5cc5f024bafc373121c6aba3f66f9a5a0269e243470a1de16a33186",
    "NFC",
)

# Of those with one table, the first counts unless the file's name says another.
KNOWN: Mapping[str, KnownRanks] = {
    "r50k_base": _R50K,
    "gpt2": _R50K,
    "p50k_base": _P50K,
    # Which ids its languages and times have depends on the model's version.
    "multilingual": KnownRanks(
        50257,
        "gpt2",
        {"<|endoftext|>": 50257, "<|startoftranscript|>": 50258},
        "b34b360dbb493e781e479794586d661700670d65564001f23024971d1f2fa126",
    ),
    "p50k_edit": _P50K._replace(
        special_tokens={"<|endoftext|>": 50256, **_numbered(50281, _FIM)}
    ),
    "cl100k_base": KnownRanks(
        100256,
        "cl100k_tiktoken",
        {"<|endoftext|>": 100257, **_numbered(100258, _FIM), "<|endofprompt|>": 100276},
        "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
    ),
    "o200k_base": _O200K,
    # subtle: 200018 has two names, <|endofprompt|> and <|reserved_200018|>.
    "o200k_harmony": _O200K._replace(
        special_tokens={
            **_O200K.special_tokens,
            **{_HARMONY.get(k, f"<|reserved_{k}|>"): k for k in range(199998, 201088)},
        }
    ),
    "llama3": KnownRanks(
        128000,
        "cl100k",
        _numbered(128000, _LLAMA_3),
        "82e9d31979e92ab929cd544440f129d9ecd797b69e327f80f17e1c50d5551b55",
    ),
    "llama4": KnownRanks(
        200000,
        "o200k",
        _numbered(200000, _LLAMA_4),
        "d0bdbaf59b0762c8c807617e2d8ea51420eb1b1de266df2495be755c8e0ed6ed",
    ),
    "qwen": _QWEN_1,
    "qwen3": _QWEN_1._replace(special_tokens=_numbered(151643, _QWEN_3), always=_QWEN_3_ALWAYS),
}


def known_by_content(file: str, data: bytes) -> KnownRanks | None:
    """The published table that ``data`` is, whatever ``file`` is called.

    The name chooses among those that share a table, such as o200k_base and o200k_harmony.
    """
    if data.count(b"\n") + 1 < min(encoding.size for encoding in KNOWN.values()):
        return None
    text = full_text(file, data)
    size = text.count("\n") + 1
    of_size = {name: each for name, each in KNOWN.items() if each.size == size}
    if not of_size:
        return None
    same = _of_digest(text, of_size) or _of_digest(_sorted(text), of_size)
    return known_by_name(file, same) or next(iter(same.values()), None)


def known_by_name(file: str, encodings: Mapping[str, KnownRanks]) -> KnownRanks | None:
    """By the longest prefix of the name, since browsers write ``cl100k_base (1).tiktoken``."""
    names = [name for name in encodings if file.startswith(name)]
    return encodings[max(names, key=len)] if names else None


def _of_digest(text: str, encodings: Mapping[str, KnownRanks]) -> dict[str, KnownRanks]:
    import hashlib  # for tables of a known size alone

    digest = hashlib.sha256(f"{text}\n".encode()).hexdigest()
    return {name: each for name, each in encodings.items() if each.digest == digest}


def _sorted(text: str) -> str:
    """The lines in the order of their ranks, or as they are where one has none.

    >>> _sorted("Ig== 10\\nIQ== 9")
    'IQ== 9\\nIg== 10'
    """
    try:
        lines = sorted(text.split("\n"), key=lambda line: int(line.rpartition(" ")[2]))
    except ValueError:
        return text
    return "\n".join(lines)
