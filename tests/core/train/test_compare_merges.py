"""Where two lists of merges part: the number, both counts, and what decided."""

from __future__ import annotations

from bpe_core import compare_merges, train


def test_equal_lists_do_not_part() -> None:
    model = train("low lower", vocab_size=258)
    assert compare_merges(model, model.merges_as_bytes(), "low lower") is None


def test_counts_are_those_after_the_same_merges() -> None:
    # After l+o, lo+w stands twice; o+w no more.
    ours = [(b"l", b"o"), (b"lo", b"w"), (b"e", b"r")]
    theirs = [(b"l", b"o"), (b"o", b"w")]
    difference = compare_merges(ours, theirs, "low lower")
    assert (difference.number, difference.counts, difference.decided) == (1, (2, 0), "count")


def test_a_tie_is_one_after_the_text_is_cut() -> None:
    pairs = [(b" ", b"a")], [(b"a", b" ")]
    assert compare_merges(*pairs, "a a").counts == (1, 0), "no pair across a cut"
    assert compare_merges(*pairs, "a a", pattern="none").decided == "tie"
    inside = [(b"x", b">")], [(b"a", b"<")]
    assert compare_merges(*inside, "a<x>", special_tokens=["<x>"]).counts == (0, 0)


def test_a_list_that_ends_has_no_merge_there() -> None:
    difference = compare_merges([(b"a", b"b")], [], "abab")
    assert (difference.second, difference.counts, difference.decided) == (None, (2, 0), "end")


def test_without_a_text_nothing_decides() -> None:
    difference = compare_merges([(b"a", b"b")], [(b"b", b"a")])
    assert (difference.counts, difference.decided) == (None, None)


def test_a_token_that_is_not_there_stands_nowhere() -> None:
    difference = compare_merges([(b"a", b"b")], [(b"xy", b"z")], "abab")
    assert difference.counts == (2, 0)
