"""What the home page's pictures hold is what the core does."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from heapq import heapify
from itertools import pairwise

from bpe_core import encode, train
from bpe_core.events import HeapEntryPlaced
from bpe_core.model import Pair
from bpe_core.pretokenize.pre_tokens import PreToken, pre_tokenize
from bpe_core.registry import TRAINERS
from bpe_core.texts.corpus import sample
from bpe_core.train.linked import train_linked
from bpe_core.train.options import TrainOptions
from bpe_core.vocabularies import built_in
from tests.core.running import count_operations
from tests.lab.museum.test_exhibits import RESULTS, pairs
from ui.home import examples


def test_the_three_lengths_of_a_text() -> None:
    text = "United Kingdoms"
    assert {
        "words": len(text.split()),
        "tokens": len(encode(built_in("bilingual"), text)),
        "bytes": len(text.encode()),
    } == examples.LENGTHS


def test_the_cuts() -> None:
    cut = [each.data.decode() for each in pre_tokenize(sample("hello").text)]
    assert tuple(cut) == examples.CUT


def test_the_first_counts_have_one_pair_that_leads_alone() -> None:
    text = sample(examples.FIRST_TEXT).text
    assert text.isascii(), "every reader's first picture is of letters"
    counts: Counter[Pair] = Counter()
    for part in pre_tokenize(text):
        counts.update(pairwise(part.data))
    shown = {(left, right): count for left, right, count in examples.FIRST_COUNTS}
    written = {(chr(left), chr(right)): count for (left, right), count in counts.items()}
    assert shown.items() <= written.items()
    first, second = sorted(written.values(), reverse=True)[:2]
    assert first > second
    assert max(shown.values()) == first
    assert sorted(shown.values())[-2] == second
    left, right = train(text, vocab_size=257).merges_as_bytes()[0]
    assert (left.decode(), right.decode()) == next(iter(shown))


def test_the_top_of_the_first_heap() -> None:
    run = train_linked(pre_tokenize(sample("cat").text), detail=True)
    heap = [event.entry for event in run if isinstance(event, HeapEntryPlaced)]
    heapify(heap)
    top = tuple((chr(pair[0]), chr(pair[1]), -count) for count, _, pair in heap[:3])
    assert top == examples.HEAP


def test_the_ids_of_an_encoded_text() -> None:
    model = built_in("bilingual")
    text = "".join(token.text for token in examples.ENCODED)
    ids = encode(model, text)
    assert ids == [token.id for token in examples.ENCODED]
    assert [model.vocabulary[each].decode() for each in ids] == [
        token.text for token in examples.ENCODED
    ]


def test_a_token_and_what_it_was_merged_from() -> None:
    model = built_in("bilingual")
    whole, left, right = examples.BUILT
    merge = next(each for each in model.merges if each.new_id == whole.id)
    parts = (model.vocabulary[merge.left].decode(), model.vocabulary[merge.right].decode())
    assert (model.vocabulary[whole.id].decode(), *parts) == (whole.text, left, right)


def test_one_text_in_two_vocabularies() -> None:
    for name, tokens in examples.SIDE_BY_SIDE:
        model = built_in(name)
        ids = encode(model, sample("updown").text)
        assert tuple(model.vocabulary[each].decode() for each in ids) == tokens


def test_the_work_of_two_trainers() -> None:
    distinct = Counter(each.data for each in pre_tokenize(sample("story_en").text))
    table = [PreToken(data, 0, weight) for data, weight in distinct.items()]
    counting = ("first_count", "pairs_scanned", "count_updates")
    for name, shown in examples.WORK.items():
        run = TRAINERS[name].run(table, TrainOptions(num_merges=24), detail=True)
        work = count_operations(run)
        assert sum(work[each] for each in counting) == shown, name


def test_fewer_tokens_by_more_merges() -> None:
    model, text = built_in("bilingual"), sample("story_en").text
    for merges, each in examples.SHORTER:
        ids = encode(replace(model, merges=model.merges[:merges]), text)
        assert round(len(text.encode()) / len(ids), 2) == each


def test_the_paper_s_first_pair() -> None:
    counts: Counter[tuple[str, str]] = Counter()
    for word, count in examples.PAPER:
        for pair in pairwise(word):
            counts[pair] += count
    left, right, count = examples.PAPER_FIRST
    assert max(counts.values()) == counts[left, right] == count


def test_the_museum_s_merges() -> None:
    wrong, right = RESULTS["two_merges_per_round"]
    assert (pairs(*examples.WRONG), pairs(*examples.RIGHT)) == (wrong, right)
