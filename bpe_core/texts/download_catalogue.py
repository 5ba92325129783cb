"""Texts on the web by name, each with its exact size and its checksum.

Size and SHA-256 are those that the publisher or a well-known copy of the text states; a
download that differs from them is refused. Addresses name a revision where the host has
revisions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import quote


class Download(NamedTuple):
    """A UTF-8 text that can be fetched.

    ``size`` in bytes, ``sha256`` in hexadecimal digits; ``special_tokens`` occur in the text;
    ``page`` tells people where it is from and ``licence`` what they may do with it.
    """

    url: str
    size: int
    sha256: str
    page: str
    licence: str
    special_tokens: tuple[str, ...] = ()


_STORIES = "https://huggingface.co/datasets/roneneldan/TinyStories"
_REVISION = "f54c09fd23315a6f9c86f9dc80f725de7d8f9c64"

_NOVELS = "tennessine/corpus"
_COMMIT = "c5ce96aca36c6a3cb4da5f0ff7d2d5fa30c32aea"


def _novel(title: str, size: int, sha256: str) -> Download:
    """One of the four great Chinese novels, at one commit, so that it cannot change."""
    return Download(
        url=f"https://raw.githubusercontent.com/{_NOVELS}/{_COMMIT}/{quote(title)}.txt",
        size=size,
        sha256=sha256,
        page=f"https://github.com/{_NOVELS}",
        licence="public domain",
    )


DOWNLOADS: Mapping[str, Download] = {
    # The checksum is on the file's page there (Git LFS details); the size, 22.5 MB on that
    # page, is given to the byte beside the same checksum by several projects that pin it.
    "tinystories": Download(
        url=f"{_STORIES}/resolve/{_REVISION}/TinyStoriesV2-GPT4-valid.txt",
        size=22_502_601,
        sha256="6874bae9a4c1a4e7edcf0e53b86c17817e9cf881fc75ff2368da457b80c0585d",
        page=_STORIES,
        licence="CDLA-Sharing-1.0",
        special_tokens=("<|endoftext|>",),
    ),
    # Both from the Git LFS pointer in the commit "Fix encoding problem" (5485261) there.
    "tinystories_first": Download(
        url=f"{_STORIES}/resolve/{_REVISION}/TinyStories-valid.txt",
        size=19_447_282,
        sha256="94e431816c4cce81ff71e4408ff8d3bda9a42e8d2663986697c3954288cb38b4",
        page=_STORIES,
        licence="CDLA-Sharing-1.0",
        special_tokens=("<|endoftext|>",),
    ),
    # Both from "download_checksums" in datasets/tiny_shakespeare/dataset_infos.json of
    # huggingface/datasets, for this very address.
    "tiny_shakespeare": Download(
        url="https://raw.githubusercontent.com/karpathy/char-rnn/master/data/tinyshakespeare/input.txt",
        size=1_115_394,
        sha256="86c4e6aa9db7c042ec79f339dcb96d42b0075e16b8fc2e86bf0ca57e2dc565ed",
        page="https://github.com/karpathy/char-rnn",
        licence="public domain",
    ),
    "hongloumeng": _novel(
        "红楼梦", 2_522_985, "5eca888fb54188d644df70fa555dd3c9cbdd3a8d7b3034fb59f7a81e16f05dc7"
    ),
    "sanguoyanyi": _novel(
        "三国演义",
        1_795_281,
        "48922aa73c07e0b9c6e23a9cf5cf61f1779dd33e11947a1eaac364f1c50f65c4",
    ),
    "shuihuzhuan": _novel(
        "水浒传", 2_580_298, "aa966dd99d7ecac39f63eb187e5f29f4edb6061dc1adf73e4524eb7fd2345cdc"
    ),
    "xiyouji": _novel(
        "西游记", 1_999_157, "3f2bf2164ee63ad7ce3ef88c830e88e860f47719740b13e6c4a1fe4d3be09b80"
    ),
}
