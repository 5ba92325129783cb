"""The numbers by which scanners know the patterns; to be read without numba."""

from __future__ import annotations

GPT2, CL100K, CL100K_TIKTOKEN, QWEN2, O200K, WHITESPACE, NO_PATTERN = range(7)

PATTERN_NUMBERS = {
    "gpt2": GPT2,
    "cl100k": CL100K,
    "cl100k_tiktoken": CL100K_TIKTOKEN,
    "qwen2": QWEN2,
    "o200k": O200K,
    "whitespace": WHITESPACE,
    "none": NO_PATTERN,
}
