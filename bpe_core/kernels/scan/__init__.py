"""Where pre-tokens end.

The numbers by which scanners know the patterns, and the versions of Unicode whose tables lie
here, beside that of the installed `regex`: to be read without numpy.
"""

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

# Of tiktoken since 0.8 (the crate regex-syntax from 0.8.5 on).
PINNED_VERSIONS = ("16.0",)
