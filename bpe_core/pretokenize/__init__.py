"""Texts into pre-tokens: patterns, special tokens, compiled and guarded splitting."""

from bpe_core.pretokenize.pre_tokens import PreToken, pre_tokenize

__all__ = ["PreToken", "pre_tokenize"]
