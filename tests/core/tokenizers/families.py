"""Small tokenizers in the shapes that people use, made by their owners' libraries."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from io import BytesIO
from typing import Any

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, trainers
from tokenizers import pre_tokenizers as pre

from bpe_core import train
from bpe_core.pretokenize.patterns import PATTERNS
from bpe_core.texts.corpus import sample

FILE = "tokenizer.json"
SPECIALS = ("<|endoftext|>", "<|end|>")
HARD = (
    "",
    "Hello, world! It's the 12345th don't-WON'T case.",
    "  two  spaces\t\ttabs \n\n\nlines\r\n ends \u3000\xa0\u2028x ",
    "你好，世界！这是一个测试123。中文English混排，「引号」",
    "def f(x):\n    return x**2  # 注释\n\tif x<=3 and y!=0x1F: pass",
    "🙂👩\u200d👩\u200d👧\u200d👦🇩🇪 ☃️ 𝄞",
    "0 1 22 333 4444 55555 ١٢٣ ²³¼ Ⅷ １２",
    "e\u0301 q\u0323\u0307 \u1e0b\u0323 \u0958 한\u1112\u1161\u11ab \u212b",
    "<|endoftext|> <|end|><|endoftext|>  <|end|> text <mask>  <mask>",
    "_snake_case CamelCase HTTPServer's A.B.C... ???!!! --> [x] {y} (z)",
    "ÀÉÎ ß ſ ﬁ Ω ж א ا ไทย हिन्दी \x00\x7f\ufeff\u200b",
)
GPT4O = str(PATTERNS["o200k"])
DEEPSEEK = (
    r"\p{N}{1,3}",
    "[一-龥぀-ゟ゠-ヿ]+",
    r"[!\"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+"
    r"| ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
)
TEKKEN = (
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+"
    r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*|\p{N}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)


def corpus() -> list[str]:
    stories = [sample(name).text for name in ("story_en", "story_zh", "code")]
    return [*(text for text in HARD if SPECIALS[0] not in text), *stories]


def split(text: str, behavior: str = "isolated", *, invert: bool = False) -> pre.PreTokenizer:
    return pre.Split(Regex(text), behavior, invert)


def bytes_only() -> pre.PreTokenizer:
    return pre.ByteLevel(add_prefix_space=False, use_regex=False)


def gpt2() -> pre.PreTokenizer:
    return pre.ByteLevel(add_prefix_space=False)


def chain(*steps: pre.PreTokenizer) -> pre.PreTokenizer:
    return pre.Sequence([*steps, bytes_only()])


# The pre-tokenizers of byte-level families.
BYTE_LEVEL: Mapping[str, Callable[[], pre.PreTokenizer]] = {
    "GPT-2": gpt2,
    "Llama 3": lambda: chain(split(str(PATTERNS["cl100k"]))),
    "Qwen": lambda: chain(split(str(PATTERNS["qwen2"]))),
    "GPT-NeoX": gpt2,
    "DeepSeek-V3": lambda: chain(*map(split, DEEPSEEK)),
    "DeepSeek Coder": lambda: chain(
        *map(split, (r"[\r\n]", r"\s?\p{L}+", r"\s?\p{P}+", "[一-龥ࠀ-一가-퟿]+")),
        pre.Digits(individual_digits=True),
    ),
    "StarCoder": lambda: pre.Sequence([pre.Digits(individual_digits=True), gpt2()]),
    "digits in runs": lambda: pre.Sequence([pre.Digits(individual_digits=False), gpt2()]),
    "punctuation": lambda: pre.Sequence([pre.Punctuation("contiguous"), gpt2()]),
    "RoBERTa": gpt2,
    "BLOOM": lambda: chain(split(r" ?[^(\s|[.,!?…。，、।۔،])]+")),
    "Whisper": gpt2,
    "GPT-4o": lambda: chain(split(GPT4O)),
    "merged behind": lambda: chain(split(r"[.!?,]|\s", "merged_with_previous")),
    "merged before": lambda: chain(split(r"[A-Z]|\s", "merged_with_next")),
    "merged, inverted": lambda: chain(
        split(r"\p{L}+", "merged_with_previous", invert=True),
        split(r"\p{N}", "merged_with_next", invert=True),
    ),
    "contiguous": lambda: chain(split(r"[a-z]{1,2}|\s", "contiguous")),
    "a text": lambda: chain(pre.Split(" ", "merged_with_next"), pre.Split("_", "isolated")),
}


@cache
def byte_level(family: str) -> str:
    """The file of a family whose pre-tokenizer is above."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = BYTE_LEVEL[family]()
    tokenizer.decoder = decoders.ByteLevel()
    if family in ("Qwen", "GPT-NeoX"):
        tokenizer.normalizer = normalizers.NFC()
    trainer = trainers.BpeTrainer(
        vocab_size=600,
        initial_alphabet=pre.ByteLevel.alphabet(),
        special_tokens=[*SPECIALS] if family != "DeepSeek-V3" else [],
        show_progress=False,
    )
    tokenizer.train_from_iterator(corpus(), trainer)
    if family == "RoBERTa":
        tokenizer.add_special_tokens([AddedToken("<mask>", lstrip=True, normalized=False)])
    if family == "GPT-NeoX":
        runs = [AddedToken(" " * size, normalized=True) for size in (3, 2)]
        tokenizer.add_tokens(runs)
    file = json.loads(tokenizer.to_str())
    if family == "Llama 3":
        file["model"]["ignore_merges"] = True
        del file["model"]["merges"][200:260]
    if family == "DeepSeek-V3":
        file["normalizer"] = {"type": "Sequence", "normalizers": []}
        for value in (0xC0, 0xC1, *range(0xF5, 0x100)):
            del file["model"]["vocab"][chr(value)]
    if family == "Whisper":
        size = max(file["model"]["vocab"].values())
        del file["model"]["vocab"][next(iter(file["model"]["vocab"]))], file["added_tokens"][0]
        assert max(file["model"]["vocab"].values()) == size
    if family == "GPT-2":
        file["decoder"] = {"type": "Sequence", "decoders": [file["decoder"]]}
    return json.dumps(file, ensure_ascii=False)


def _trained(tokenizer: Tokenizer, trainer: Any, texts: Sequence[str] = ()) -> str:
    tokenizer.train_from_iterator([*corpus(), *texts], trainer)
    text: str = tokenizer.to_str()
    return text


def gemma() -> str:
    tokenizer = Tokenizer(models.BPE(byte_fallback=True, unk_token="<unk>", fuse_unk=True))
    tokenizer.normalizer = normalizers.Replace(" ", "▁")
    tokenizer.pre_tokenizer = pre.Split(" ", "merged_with_previous")
    tokenizer.decoder = decoders.Sequence(
        [decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse()]
    )
    return _with_bytes(tokenizer)


def llama_2() -> str:
    tokenizer = Tokenizer(models.BPE(byte_fallback=True, unk_token="<unk>", fuse_unk=True))
    tokenizer.normalizer = normalizers.Sequence(
        [normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")]
    )
    tokenizer.decoder = decoders.Sequence(
        [
            decoders.Replace("▁", " "),
            decoders.ByteFallback(),
            decoders.Fuse(),
            decoders.Strip(" ", 1, 0),
        ]
    )
    return _with_bytes(tokenizer)


def _with_bytes(tokenizer: Tokenizer) -> str:
    names = [f"<0x{value:02X}>" for value in range(256)]
    trainer = trainers.BpeTrainer(
        vocab_size=700, special_tokens=["<unk>", *SPECIALS, *names], limit_alphabet=60
    )
    file = json.loads(_trained(tokenizer, trainer))
    file["added_tokens"] = file["added_tokens"][:3]
    return json.dumps(file, ensure_ascii=False)


def bert() -> str:
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    specials = ["[UNK]", *SPECIALS]
    return _trained(
        tokenizer, trainers.WordPieceTrainer(vocab_size=600, special_tokens=specials)
    )


def t5() -> str:
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.normalizer = normalizers.NFKC()
    tokenizer.pre_tokenizer = pre.Metaspace()
    tokenizer.decoder = decoders.Metaspace()
    trainer = trainers.UnigramTrainer(
        vocab_size=600, special_tokens=["<unk>", *SPECIALS], unk_token="<unk>"
    )
    return _trained(tokenizer, trainer)


def falcon() -> str:
    """Digits and a split behind the bytes: some of them look like digits."""
    return _byte_level(
        pre.Sequence(
            [
                pre.Punctuation("contiguous"),
                gpt2(),
                pre.Digits(individual_digits=False),
                split("[0-9][0-9][0-9]"),
            ]
        )
    )


def prefixed() -> str:
    """A space in front of what lacks one."""
    return _byte_level(pre.ByteLevel(add_prefix_space=True))


def removing() -> str:
    """White space is cut at, and gone."""
    return _byte_level(pre.Sequence([split(r"\s+", "removed"), bytes_only()]))


def mergeable() -> str:
    """A special token that merges make as well."""
    return _byte_level(chain(split(r"\s", "isolated")), [f"{SPECIALS[0]} x"] * 99)


def _byte_level(pre_tokenizer: pre.PreTokenizer, texts: Sequence[str] = ()) -> str:
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer, tokenizer.decoder = pre_tokenizer, decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=600,
        initial_alphabet=pre.ByteLevel.alphabet(),
        special_tokens=[*SPECIALS],
        show_progress=False,
    )
    return _trained(tokenizer, trainer, texts)


OWNED: Mapping[str, tuple[Callable[[], str], str]] = {
    "Gemma": (gemma, "bpe"),
    "Llama 2": (llama_2, "bpe"),
    "BERT": (bert, "wordpiece"),
    "T5": (t5, "unigram"),
    "Falcon": (falcon, "bpe"),
    "a space in front": (prefixed, "bpe"),
    "Removed": (removing, "bpe"),
    "special and ordinary": (mergeable, "bpe"),
}


@cache
def owned(family: str) -> str:
    """The file of a family that its owner's library serves."""
    return OWNED[family][0]()


@cache
def tekken(specials: Sequence[str] | None = ("<unk>", "<s>", "[INST]")) -> bytes:
    """A file of Mistral's; ``specials`` None as before version 7, when its owner named them."""
    model = train([text for text in corpus() if text], vocab_size=500, pattern="o200k")
    count = 30
    named = None
    if specials is not None:
        named = [
            {"rank": k, "token_str": name, "is_control": True}
            for k, name in enumerate(specials)
        ]
    settings = {
        "pattern": TEKKEN,
        "num_vocab_tokens": len(model.vocabulary),
        "default_vocab_size": count + len(model.vocabulary) - 20,
        "default_num_special_tokens": count,
        "version": "v3",
    }
    vocab = [
        {"rank": k, "token_bytes": base64.b64encode(token).decode(), "token_str": None}
        for k, token in enumerate(model.vocabulary)
    ]
    file = {"config": settings, "vocab": vocab, "special_tokens": named}
    return json.dumps(file).encode()


@cache
def sentencepiece(model_type: str) -> bytes:
    """A model as SentencePiece trains it, bytes for rare characters among its pieces."""
    from sentencepiece import SentencePieceTrainer

    model = BytesIO()
    SentencePieceTrainer.train(
        sentence_iterator=iter([line for text in corpus() for line in text.split("\n")]),
        model_writer=model,
        model_type=model_type,
        vocab_size=700,
        hard_vocab_limit=False,
        byte_fallback=model_type in ("bpe", "unigram"),
        minloglevel=2,
    )
    return model.getvalue()
