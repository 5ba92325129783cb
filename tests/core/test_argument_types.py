"""A value of another type is taken where it is meant, and otherwise refused in a sentence."""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bpe_core
from bpe_core.errors import BPELabError, OptionError, UnknownNameError
from bpe_core.systems import bytepiece, subword_nmt
from bpe_core.systems.bytepiece.unigram_model import SINGLE_BYTES
from tests.for_each import for_each
from tests.raising import Expected, raises

TEXT = "low lower newest 日本<|x|>"
SPECIALS = ["<|x|>", "<|y|>"]
MODEL = bpe_core.train("low lower newest " * 9, vocab_size=264, special_tokens=SPECIALS)
IDS = bpe_core.encode(MODEL, TEXT)
ENCODERS = (bpe_core.encode, lambda *a, **k: bpe_core.encode_array(*a, **k).tolist())


@pytest.mark.parametrize("encode", ENCODERS)
@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_any_bytes_are_a_text(encode: Callable[..., list[int]], kind: Any) -> None:
    assert encode(MODEL, kind(TEXT.encode())) == IDS
    assert bpe_core.train(kind(TEXT.encode()), vocab_size=260) == bpe_core.train(
        TEXT, vocab_size=260
    )


@pytest.mark.parametrize("encode", ENCODERS)
def test_all_stands_for_all_special_tokens(encode: Callable[..., list[int]]) -> None:
    assert encode(MODEL, TEXT, allowed_special="all") == encode(
        MODEL, TEXT, allowed_special=SPECIALS
    )
    assert encode(MODEL, TEXT, allowed_special="all") != IDS
    with raises("InputError.unknown_special_token", match="'all' is not a special token"):
        encode(MODEL, TEXT, allowed_special=["all"])


def test_all_stands_for_them_in_a_file_too(tmp_path: Path) -> None:
    bpe_core.encode_file(MODEL, TEXT, tmp_path / "a.npy", allowed_special="all")
    expected = bpe_core.encode(MODEL, TEXT, allowed_special=SPECIALS)
    assert np.load(tmp_path / "a.npy").tolist() == expected


def test_integers_of_numpy_are_integers() -> None:
    assert bpe_core.decode(MODEL, [np.int64(i) for i in IDS]) == TEXT
    trained = bpe_core.train("low lower", vocab_size=np.int64(258), min_count=np.uint8(1))  # type: ignore[arg-type]
    assert trained == bpe_core.train("low lower", vocab_size=258)
    threads: Any = np.int64(1)
    assert bpe_core.encode_array(MODEL, TEXT, threads=threads).tolist() == IDS


TEXT_IN_FRONT: Any = TEXT  # where the model belongs


@pytest.mark.parametrize(
    "call",
    [
        lambda: bpe_core.encode(TEXT_IN_FRONT, TEXT),
        lambda: bpe_core.encode_array(TEXT_IN_FRONT, TEXT),
        lambda: bpe_core.encode_iterable(TEXT_IN_FRONT, [TEXT]),
        lambda: bpe_core.encode_file(TEXT_IN_FRONT, TEXT, "y"),
        lambda: bpe_core.decode(TEXT_IN_FRONT, IDS),
        lambda: bpe_core.decode_array(TEXT_IN_FRONT, np.array(IDS)),
        lambda: bpe_core.save(TEXT_IN_FRONT, "folder"),
    ],
)
def test_another_value_for_the_model_is_refused_in_a_sentence(call: Callable[[], Any]) -> None:
    with pytest.raises(OptionError, match=r"^model='\w+': a BPEModel"):
        call()


def test_no_value_makes_a_message_endless() -> None:
    with pytest.raises(UnknownNameError) as refused:
        bpe_core.train(TEXT, vocab_size=300, tie_break="x" * 10**6)
    assert len(str(refused.value)) < 1000
    assert len(repr(MODEL)) < 100


def train(**options: Any) -> Callable[[], Any]:
    return lambda: bpe_core.train(TEXT, **{"vocab_size": 300, **options})


def encode(text: Any = TEXT, **options: Any) -> Callable[[], Any]:
    return lambda: bpe_core.encode(MODEL, text, **options)


def array(text: Any = TEXT, **options: Any) -> Callable[[], Any]:
    return lambda: bpe_core.encode_array(MODEL, text, **options)


def decode(ids: Any, **options: Any) -> Callable[[], Any]:
    return lambda: bpe_core.decode(MODEL, ids, **options)


def load(path: Any = "x", **options: Any) -> Callable[[], Any]:
    return lambda: bpe_core.load(path, **options)


TABLE = bpe_core.PreTokenTable.from_counts({b"to": 3, b"be": 1})


def table(**arrays: Any) -> Callable[[], Any]:
    return lambda: TABLE._replace(**arrays).as_counts()


A_LIST, A_TEXT = "a list of texts, such as", "a text: str, or its UTF-8 as bytes"
REFUSED: dict[str, tuple[Callable[[], Any], Expected, str]] = {
    "one text of special tokens": (train(special_tokens="日本"), OptionError, A_LIST),
    "one special token in bytes": (train(special_tokens=b"<x>"), OptionError, A_LIST),
    "no special tokens at all": (train(special_tokens=5), OptionError, A_LIST),
    "special tokens of bytes": (train(special_tokens=[b"<x>"]), OptionError, "every one a str"),
    "loading with one text": (load(special_tokens="<x>"), OptionError, A_LIST),
    "allowed: one text": (encode(allowed_special="<|x|>"), OptionError, "or 'all'"),
    "allowed: one text, array": (array(allowed_special="<|x|>"), OptionError, "or 'all'"),
    "allowed: no collection": (encode(allowed_special=True), OptionError, "or 'all'"),
    "a path as a text": (encode(Path("x")), OptionError, "read the file first"),
    "a path as a text, array": (array(Path("x")), OptionError, "read the file first"),
    "a number as a text": (encode(5), OptionError, A_TEXT),
    "nothing as a text": (array(None), OptionError, A_TEXT),
    "a list as a text": (encode(["low"]), OptionError, A_TEXT),
    "a float among ids": (decode([108, 1.0]), "InputError.not_an_id", "1.0 at position 1"),
    "a float of numpy": (decode([np.float64(1)]), "InputError.not_an_id", "at position 0"),
    "a text as ids": (decode("108"), "InputError.not_an_id", "'1' at position 0"),
    "texts as ids": (decode(["108"]), "InputError.not_an_id", "'108' at position 0"),
    "a truth among ids": (decode([108, True]), "InputError.not_an_id", "True at position 1"),
    "arrays of ids": (decode([np.array([1, 2])]), "InputError.not_an_id", "at position 0"),
    "a set of ids": (decode({1, 108}), OptionError, "a list of ids"),
    "a mapping of ids": (decode({1: 108}), OptionError, "a list of ids"),
    "masked ids": (decode(np.ma.array([1, 108], mask=[1, 0])), OptionError, "a numpy array"),
    "masked counts": (
        lambda: bpe_core.train_from_counts(
            TABLE._replace(counts=np.ma.array([3, 1], mask=[1, 0])), vocab_size=257
        ),
        OptionError,
        "counts='MaskedArray",
    ),
    "a table that ends early": (table(ends=np.array([1, 3])), OptionError, "rising"),
    "a table that goes back": (table(ends=np.array([4, 4])), OptionError, "rising"),
    "a table with more rows than counts": (table(counts=np.array([1])), OptionError, "as many"),
    "a table of other numbers": (table(ends=np.array([2.0, 4.0])), OptionError, "int64"),
    "a table of lists": (table(ends=[2, 4]), OptionError, "a numpy array"),
    "nothing as ids": (decode(None), OptionError, "a list of ids"),
    "one id": (decode(108), OptionError, "a list of ids"),
    "no list of ids for an array": (
        lambda: bpe_core.decode_array(MODEL, [108]),  # type: ignore[arg-type]
        OptionError,
        "a numpy array",
    ),
    "an unknown way with errors": (decode([108], errors="x"), OptionError, "errors='x'"),
    "a text as a size": (train(vocab_size="300"), OptionError, "an integer"),
    "a text of threads": (array(threads="2"), OptionError, "an integer of at least 1"),
    "half a thread": (array(threads=1.5), OptionError, "an integer of at least 1"),
    "a pattern of bytes": (train(pattern=b"gpt2"), BPELabError, "pattern"),
    "no pattern": (train(pattern=None), BPELabError, "pattern"),
    "a trainer of another type": (train(trainer=[]), BPELabError, "trainer"),
    "a tie rule of another type": (train(tie_break=[]), BPELabError, "tie break"),
    "a number as a path": (load(5), OptionError, "a path: a str or a Path"),
    "bytes as a path": (load(b"x"), OptionError, "a path: a str or a Path"),
    "saving to a number": (lambda: bpe_core.save(MODEL, 5), OptionError, "a path"),  # type: ignore[arg-type]
    "ids to a number": (
        lambda: bpe_core.encode_file(MODEL, TEXT, 5),  # type: ignore[arg-type]
        OptionError,
        "a path: a str or a Path",
    ),
}


@for_each("what", REFUSED)
def test_what_is_not_meant_gets_a_sentence(what: str) -> None:
    call, kind, message = REFUSED[what]
    with raises(kind) as caught:
        call()
    assert message in str(caught.value)


def test_a_model_has_a_hash_as_equal_ones_have() -> None:
    again = replace(MODEL)
    assert again == MODEL
    assert len({MODEL, again, replace(MODEL, pattern="none")}) == 2


# Wrong values by what is wanted. A value that one of them takes stands in another one.
class Thing:
    def __repr__(self) -> str:
        return "Thing()"


NO_NUMBERS: list[Any] = [
    "2",
    b"2",
    1.5,
    True,
    [],
    {},
    Thing(),
    1j,
    np.float64(2),
    np.array([2]),
]
NO_TEXTS: list[Any] = [None, 5, 1.5, True, [], ["low"], {}, Thing(), np.array([1])]
NO_TEXTS += [memoryview(np.array([97]))]
NO_LISTS: list[Any] = [None, 5, 1.5, True, Thing(), np.array(5)]
NO_NAMES: list[Any] = [5, 1.5, True, [], {}, b"gpt2", Thing(), "none such", ["gpt2"]]
NO_PATHS: list[Any] = [None, 5, 1.5, True, [], {}, b"x", Thing(), "a\0b", "\ud800", ["x"]]
NO_FLAGS: list[Any] = [None, 2, "yes", [], Thing()]
NO_FUNCTIONS: list[Any] = [5, 1.5, True, "print", b"x", [], {}, Thing()]
NO_MODELS: list[Any] = [None, 5, 1.5, True, "model", b"x", [], {}, Thing(), MODEL.merges]
NO_TOKENS: list[Any] = [[5], [None], [b"<x>"], [[]], [""], ["<x>", "<x>"], ["\ud800"], ["a"]]
NOT_POSITIVE: list[Any] = [0, -1, *NO_NUMBERS]
NO_COUNTS: list[Any] = [*NO_LISTS, "low", b"low", [b"low"], {"low": 1}, {5: 1}, {b"": 1}]
NO_COUNTS += [{b"low": wrong} for wrong in [None, *NOT_POSITIVE]]
NO_SPECIALS = [*NO_LISTS, "<x>", b"<x>", *NO_TOKENS]
NO_ALLOWED = [*NO_LISTS, "<|x|>", b"<|x|>", ["<|z|>"], *NO_TOKENS, np.array(["all", "<|x|>"])]
NO_SHARDS = [*NO_LISTS, "a.txt", b"a.txt", [], {}, [5], [None], [b"a"], ["a\0b"], ["\ud800"]]
NO_PARTS: list[Any] = [
    5,
    "3/64",
    (0, 3),
    (4, 3),
    (1,),
    (1, 2, 3),
    (1.0, 2),
    ("1", "2"),
    (True, 2),
]
NO_IDS: list[Any] = [
    None,
    5,
    1.5,
    True,
    "low",
    [1.5],
    ["1"],
    [None],
    [-1],
    [10**9],
    [10**30],
]
NO_ARRAYS = [*NO_IDS, [108], np.array([[1]]), np.array([1.5]), np.array(["1"]), np.array([-1])]
NO_ITERABLES = [*NO_LISTS, {}, [5], [None], [Path("x")]]
NO_FILES = [Path("a\0b"), Path("\ud800"), [Path("a\0b")]]
NO_SOURCES = [*NO_LISTS, *NO_FILES, [5], [None], [["low"]], {5: 1}, Thing()]
NO_SOURCES += ["a.txt", b"\xff"]
NO_SIZES = [0, 255, None, -1, *NO_NUMBERS]
NO_OPTIONS = {"pattern": [None, *NO_NAMES, "custom:(", "gpt2@99"], "on_progress": NO_FUNCTIONS}
NO_TRAINING = {
    "vocab_size": NO_SIZES,
    "special_tokens": NO_SPECIALS,
    "min_count": NOT_POSITIVE,
    "trainer": [None, *NO_NAMES],
    "tie_break": [None, *NO_NAMES],
    **NO_OPTIONS,
}
ENCODING = {"allowed_special": NO_ALLOWED, "threads": NOT_POSITIVE, "on_progress": NO_FUNCTIONS}
SHARDING = {
    "engine": [None, *NO_NAMES],
    "address": [5, "ray://x", [], True],
    "part": NO_PARTS,
    "text_field": [None, 5, b"text", []],
    "shards": NO_SHARDS,
    "threads": NOT_POSITIVE,
    "on_progress": NO_FUNCTIONS,
}
LISTED = MODEL.merges_as_bytes()
NO_MERGES = [*NO_LISTS, "ab", b"ab", [5], [b"ab"], [(b"a",)], [("a", "b")], [(b"a", 5)], [None]]

# A sound call of each public function, and what each parameter refuses.
CALLS: dict[str, tuple[dict[str, Any], dict[str, list[Any]]]] = {
    "train": (
        {"source": TEXT, "vocab_size": 260},
        {"source": NO_SOURCES, "threads": NOT_POSITIVE, **NO_TRAINING},
    ),
    "train_from_counts": (
        {"counts": {b"low": 2}, "vocab_size": 257},
        {"counts": NO_COUNTS, **NO_TRAINING},
    ),
    "encode": (
        {"model": MODEL, "text": TEXT},
        {"model": NO_MODELS, "text": NO_TEXTS, "allowed_special": NO_ALLOWED}
        | {"encoder": [None, 5, "rank_order", []]},
    ),
    "encode_array": (
        {"model": MODEL, "text": TEXT},
        {"model": NO_MODELS, "text": NO_TEXTS, **ENCODING},
    ),
    "encode_iterable": (
        {"model": MODEL, "texts": [TEXT]},
        {"model": NO_MODELS, "texts": NO_ITERABLES, "allowed_special": NO_ALLOWED}
        | {"block": NOT_POSITIVE},
    ),
    "encode_file": (
        {"model": MODEL, "source": TEXT, "target": "ids.npy"},
        {"model": NO_MODELS, "source": NO_SOURCES, "target": NO_PATHS, **ENCODING}
        | {"block": NOT_POSITIVE},
    ),
    "decode": (
        {"model": MODEL, "ids": IDS},
        {"model": NO_MODELS, "ids": NO_IDS, "errors": [None, 5, b"strict", "none such", []]}
        | {"skip_special_tokens": [None, 1, "yes", []]},
    ),
    "decode_bytes": ({"model": MODEL, "ids": IDS}, {"model": NO_MODELS, "ids": NO_IDS}),
    "decode_array": (
        {"model": MODEL, "ids": np.array(IDS)},
        {"model": NO_MODELS, "ids": NO_ARRAYS, "threads": NOT_POSITIVE, "share": NOT_POSITIVE},
    ),
    "save": (
        {"model": MODEL, "path": "saved"},
        {"model": NO_MODELS, "path": NO_PATHS, "format": [None, *NO_NAMES]},
    ),
    "load": (
        {"path": "sound"},
        {"path": NO_PATHS, "format": NO_NAMES, "unicode": [5, 1.5, b"16.0", [], "99"]}
        | {"pattern": [*NO_NAMES, "custom:("]}
        | {"special_tokens": [*NO_SPECIALS[1:], {5: 300}, {b"<|x|>": 256}, {"<|x|>": "256"}]},
    ),
    "load_tokenizer": (
        {"path": "sound"},
        {"path": NO_PATHS, "name": [None, 5, b"x"], "unicode": [5, 1.5, b"16.0", [], "99"]}
        | {"pattern": [*NO_NAMES, "custom:(", "chain:[]"], "on_progress": NO_FUNCTIONS}
        | {"special_tokens": [*NO_SPECIALS[1:], {5: 300}, {b"<|x|>": 256}, {"<|x|>": "256"}]},
    ),
    "count_tokens": (
        {"model": MODEL, "text": TEXT},
        {"model": NO_MODELS, "text": NO_TEXTS, "allowed_special": NO_ALLOWED},
    ),
    "encode_with_offsets": (
        {"model": MODEL, "text": TEXT},
        {"model": NO_MODELS, "text": NO_TEXTS, "allowed_special": NO_ALLOWED},
    ),
    "load_counts": ({"path": "counts.parquet"}, {"path": [*NO_PATHS, "a.txt"]}),
    "count_shards": (
        {"shards": ["a.txt"], "out": "again.parquet"},
        {"out": [*NO_PATHS, "sound"], "work": NO_PATHS[1:], "special_tokens": NO_SPECIALS}
        | {"sample": [0, 1, -1, 2, float("nan"), "0.5", True, []], "seed": NO_NUMBERS}
        | {"pattern": NO_OPTIONS["pattern"], **SHARDING},
    ),
    "encode_shards": (
        {"model": MODEL, "shards": ["a.txt"], "out": "folder"},
        {"model": NO_MODELS, "out": NO_PATHS, "allowed_special": NO_ALLOWED, **SHARDING},
    ),
    "compare_merges": (
        {"first": MODEL, "second": LISTED[:1], "text": TEXT},
        {"first": NO_MERGES, "second": NO_MERGES, "text": NO_TEXTS[1:]}
        | {"pattern": NO_OPTIONS["pattern"], "special_tokens": NO_SPECIALS},
    ),
}

PIECES = bytepiece.UnigramModel.of_counts({**dict.fromkeys(SINGLE_BYTES, 1), b"low": 9})
NO_SEEDS = [-1, *NO_NUMBERS]
SAMPLING = {
    "alpha": [-2, 2e6, float("nan"), *NO_NUMBERS[:2], *NO_NUMBERS[3:8]],
    "seed": NO_SEEDS,
}
WORDS, CODES = {"low": 2}, subword_nmt.Codes((("l", "o"),))
NO_WORDS = [*NO_LISTS, "low", ["low"], {b"low": 1}, {5: 1}, {"": 1}, {"l w": 1}]
NO_WORDS += [{"low": wrong} for wrong in [None, *NOT_POSITIVE]]
NO_CODES = [None, 5, "l o", [], [("l", "o")]]
CALLS |= {
    "bytepiece.encode": (
        {"model": PIECES, "text": TEXT},
        {"model": NO_MODELS, "text": NO_TEXTS, "threads": NOT_POSITIVE, **SAMPLING}
        | {"add_bos": NO_FLAGS, "add_eos": NO_FLAGS, "on_progress": NO_FUNCTIONS},
    ),
    "bytepiece.segment": (
        {"model": PIECES, "text": TEXT},
        {"model": NO_MODELS, "text": NO_TEXTS, **SAMPLING},
    ),
    "bytepiece.decode": (
        {"model": PIECES, "ids": [103]},
        {"model": NO_MODELS, "ids": NO_IDS, "errors": [None, 5, b"strict", "none such", []]},
    ),
    "bytepiece.decode_bytes": (
        {"model": PIECES, "ids": np.array([103])},
        {"model": NO_MODELS, "ids": [*NO_IDS, np.array([1.5]), np.array([-1]), np.array(5)]},
    ),
    "bytepiece.normalized": ({"text": TEXT}, {"text": NO_TEXTS}),
    "bytepiece.save_bytepiece": (
        {"model": PIECES, "path": "pieces.model"},
        {"model": NO_MODELS, "path": NO_PATHS},
    ),
    "bytepiece.load_bytepiece": ({"path": "sound.model"}, {"path": [*NO_PATHS, "a.txt"]}),
    "bytepiece.train_bytepiece": (
        {"source": TEXT, "max_vocab_size": 300},
        {"source": NO_SOURCES[:-3], "max_vocab_size": [None, 258, *NO_NUMBERS, [300, "x"]]}
        | {"options": [None, 5, {}, "x"], "threads": NOT_POSITIVE, "on_progress": NO_FUNCTIONS},
    ),
    "subword_nmt.count_words": (
        {"source": "low lower"},
        {"source": [*NO_LISTS, [5], [None], {}], "on_progress": NO_FUNCTIONS},
    ),
    "subword_nmt.learn": (
        {"words": WORDS},
        {"words": NO_WORDS, "num_merges": [-1, *NO_NUMBERS], "min_frequency": NOT_POSITIVE}
        | {"total_symbols": NOT_POSITIVE, "engine": [None, *NO_NAMES]}
        | {"on_progress": NO_FUNCTIONS},
    ),
    "subword_nmt.write_codes": ({"codes": CODES}, {"codes": NO_CODES}),
    "subword_nmt.Segmenter": (
        {"codes": CODES},
        {"codes": NO_CODES, "separator": [None, 5, "", " ", b"@@"], "vocabulary": NO_LISTS[1:]}
        | {"glossaries": [None, 5, "a", [5], ["("]]},
    ),
}


def function_of(name: str) -> Callable[..., Any]:
    room, _, own = name.rpartition(".")
    rooms = {"": bpe_core, "bytepiece": bytepiece, "subword_nmt": subword_nmt}
    function: Callable[..., Any] = getattr(rooms[room], own)
    return function


def called(name: str, /, **arguments: Any) -> None:
    """A call, whose ids are all taken."""
    result = function_of(name)(**arguments)
    if name == "encode_iterable":
        list(result)


@pytest.fixture(scope="module")
def with_files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """In a folder with a text, its counts and a model."""
    folder = tmp_path_factory.mktemp("misuse")
    with contextlib.chdir(folder):
        Path("a.txt").write_text(TEXT, "utf-8")
        bpe_core.save(MODEL, "sound")
        bytepiece.save_bytepiece(PIECES, "sound.model")
        bpe_core.count_shards(["a.txt"], "counts.parquet")
        yield


@pytest.mark.parametrize("name", CALLS)
def test_no_value_of_another_kind_is_taken_or_ends_deep_inside(
    name: str, with_files: None
) -> None:
    sound, wrong = CALLS[name]
    parameters = inspect.signature(function_of(name)).parameters
    assert set(parameters) == set(wrong)
    called(name, **sound)
    unclean = []
    for parameter, values in wrong.items():
        for value in values:
            try:
                called(name, **{**sound, parameter: value})
            except BPELabError:
                pass
            except Exception as error:
                unclean.append(f"{parameter}={value!r}: {type(error).__name__}: {error}")
            else:
                unclean.append(f"{parameter}={value!r} is taken")
    assert not unclean, "\n" + "\n".join(unclean)


def test_every_public_function_is_misused() -> None:
    functions = {
        name for name in bpe_core.__all__ if inspect.isfunction(getattr(bpe_core, name))
    }
    assert functions == {name for name in CALLS if "." not in name}
    assert sum(len(values) for _, wrong in CALLS.values() for values in wrong.values()) > 200
