"""All exhibits by name: adding one is its file, a row here, and its texts."""

from __future__ import annotations

from collections.abc import Mapping

from bpe_lab.museum.believed_entry import train as train_believed_entry
from bpe_lab.museum.byte_map import encode as encode_byte_map
from bpe_lab.museum.cut_at_newline import encode as encode_cut_at_newline
from bpe_lab.museum.dictionary_order import train as train_dictionary_order
from bpe_lab.museum.exhibit import (
    Exhibit,
    Source,
    WrongDecoder,
    WrongEncoder,
    WrongTrainer,
    issue,
)
from bpe_lab.museum.forgotten_pair import train as train_forgotten_pair
from bpe_lab.museum.joined_ties import train as train_joined_ties
from bpe_lab.museum.last_rank_wins import encode as encode_last_rank_wins
from bpe_lab.museum.left_to_right import encode as encode_left_to_right
from bpe_lab.museum.no_lookahead import encode as encode_no_lookahead
from bpe_lab.museum.other_digits import encode as encode_other_digits
from bpe_lab.museum.overlaps_uncounted import train as train_overlaps_uncounted
from bpe_lab.museum.shorter_special import encode as encode_shorter_special
from bpe_lab.museum.special_at_piece_start import encode as encode_special_at_piece_start
from bpe_lab.museum.ties_by_ids import train as train_ties_by_ids
from bpe_lab.museum.token_by_token import decode as decode_token_by_token
from bpe_lab.museum.two_merges_per_round import train as train_two_merges_per_round
from bpe_lab.museum.uncut_training import train as train_uncut_training
from bpe_lab.museum.unescaped_replacement import train as train_unescaped_replacement
from bpe_lab.museum.unescaped_special import encode as encode_unescaped_special
from bpe_lab.museum.unmerged_neighbours import train as train_unmerged_neighbours
from bpe_lab.museum.whole_rounds import encode as encode_whole_rounds

CS336 = "https://github.com/stanford-cs336/assignment1-basics"
CS336_CHANGES = Source("CS336, CHANGELOG 0.1.5", f"{CS336}/blob/main/CHANGELOG.md", fixed=True)
CS336_TEST = Source("CS336, test_tokenizer.py", f"{CS336}/blob/main/tests/test_tokenizer.py")
SPECIAL = "<|e|>"

EXHIBITS: Mapping[str, Exhibit] = {
    "forgotten_pair": WrongTrainer(
        number=1,
        train=train_forgotten_pair,
        text=" a aaa",
        harmless="aa aa",
        fault="touched.update(",
        sources=(issue("umran666/UniqToken", 8, fixed=True),),
    ),
    "two_merges_per_round": WrongTrainer(
        number=2,
        train=train_two_merges_per_round,
        text="aab",
        harmless="ab ab cd",
        fault="best_first[:2]",
        sources=(issue("karpathy/minbpe", 95), issue("karpathy/minbpe", 69)),
    ),
    "unmerged_neighbours": WrongTrainer(
        number=3,
        train=train_unmerged_neighbours,
        text="aaaa",
        harmless="low lower",
        fault="words[number] = merged(",
        sources=(issue("mocibb/cs336", 1, fixed=False),),
    ),
    "overlaps_uncounted": WrongTrainer(
        number=4,
        train=train_overlaps_uncounted,
        text="aaab",
        harmless="low lower",
        fault="!= i - 1",
        sources=(issue("karpathy/minbpe", 72), issue("google/sentencepiece", 318)),
        convention=True,
    ),
    "dictionary_order": WrongTrainer(
        number=5,
        train=train_dictionary_order,
        text="aab",
        harmless="aaa",
        fault="pair = max(",
        sources=(
            issue("rsennrich/subword-nmt", 13, fixed=True),
            issue("karpathy/minbpe", 90, fixed=False),
        ),
    ),
    "joined_ties": WrongTrainer(
        number=6,
        train=train_joined_ties,
        text="aaab",
        harmless="low lower",
        fault="pair[0] + pair[1]",
        sources=(CS336_CHANGES,),
    ),
    "left_to_right": WrongEncoder(
        number=7,
        encode=encode_left_to_right,
        merges=((b"b", b"c"), (b"a", b"b")),
        text="abc",
        harmless="ab bc",
        fault="pairs[0]",
        sources=(issue("ztxz16/fastllm", 715, fixed=False),),
    ),
    "unescaped_replacement": WrongTrainer(
        number=8,
        train=train_unescaped_replacement,
        text="!\\",
        harmless="low lower",
        fault="pattern.sub(",
        sources=(issue("rsennrich/subword-nmt", 5, fixed=True),),
    ),
    "no_lookahead": WrongEncoder(
        number=9,
        encode=encode_no_lookahead,
        merges=((b" ", b" "), (b" ", b"b")),
        text="  b",
        harmless="a b",
        fault='r"|\\s+"',
        sources=(issue("JustVugg/colibri", 1653, fixed=True),),
    ),
    "other_digits": WrongEncoder(
        number=10,
        encode=encode_other_digits,
        merges=((b"3", b"3"), (b"33", b"3"), (b"33", b"33")),
        pattern="cl100k",
        text="3333",
        harmless="333 3",
        fault=r"|\p{N}+",
        sources=(
            issue("ggml-org/llama.cpp", 6914, fixed=True),
            issue("ggml-org/llama.cpp", 6920, fixed=True),
        ),
    ),
    "uncut_training": WrongTrainer(
        number=11,
        train=train_uncut_training,
        text="a,",
        harmless="aab",
        fault="words = [single_bytes(text)]",
        sources=(issue("rasbt/LLMs-from-scratch", 975, fixed=True),),
    ),
    "special_at_piece_start": WrongEncoder(
        number=12,
        encode=encode_special_at_piece_start,
        merges=(),
        special_tokens=(SPECIAL,),
        text=f".{SPECIAL}",
        harmless=f"a{SPECIAL}",
        fault="PATTERN.match(",
        sources=(issue("JustVugg/colibri", 1653, fixed=True),),
    ),
    "shorter_special": WrongEncoder(
        number=13,
        encode=encode_shorter_special,
        merges=(),
        special_tokens=(SPECIAL, SPECIAL * 2),
        text=SPECIAL * 2,
        harmless=f"{SPECIAL} {SPECIAL}",
        fault="in sorted(special_tokens)",
        sources=(CS336_TEST,),
    ),
    "unescaped_special": WrongEncoder(
        number=14,
        encode=encode_unescaped_special,
        merges=(),
        special_tokens=(SPECIAL,),
        text=SPECIAL,
        harmless="a b",
        fault='pattern = "|".join(',
        sources=(issue("ggml-org/ggml", 246, fixed=True),),
    ),
    "byte_map": WrongEncoder(
        number=15,
        encode=encode_byte_map,
        merges=((b"\xe6", b"\xad"), (b"\xe6\xad", b"\xaf")),
        text="歯",
        harmless="明日",
        fault="printable = {",
        sources=(
            issue("cactus-compute/cactus", 806, fixed=False),
            issue("basecompute/baseRT", 22),
        ),
    ),
    "token_by_token": WrongDecoder(
        number=16,
        decode=decode_token_by_token,
        text="你",
        harmless="hello",
        fault="token.decode(",
        sources=(
            issue("mattn/tensai", 110, fixed=True),
            issue("exo-explore/exo", 1691),
            issue("karpathy/nanochat", 693),
        ),
    ),
    "cut_at_newline": WrongEncoder(
        number=17,
        encode=encode_cut_at_newline,
        merges=((b" ", b"\n"), (b"\n", b" \n")),
        pattern="cl100k",
        text="\n \n",
        harmless="a\n\nb",
        fault="LINE_ENDS = ",
        sources=(issue("crusoecloud/fastokens", 59, fixed=True),),
    ),
    "last_rank_wins": WrongEncoder(
        number=19,
        encode=encode_last_rank_wins,
        merges=((b"a", b"b"), (b"b", b"c"), (b"a", b"b")),
        text="abc",
        harmless="ab bc",
        fault="ranks = {",
        sources=(issue("ohdearquant/lattice", 259, fixed=True),),
    ),
    "whole_rounds": WrongEncoder(
        number=20,
        encode=encode_whole_rounds,
        merges=((b"tt", b"t"), (b"t", b"t")),
        text="tttt",
        harmless="ttt",
        fault="word = merged(",
        sources=(issue("osaurus-ai/vmlx-swift", 73),),
        convention=True,
    ),
    "believed_entry": WrongTrainer(
        number=21,
        train=train_believed_entry,
        text="aab",
        harmless="ab",
        fault="heappop(heap)",
        sources=(),
    ),
    "ties_by_ids": WrongTrainer(
        number=22,
        train=train_ties_by_ids,
        text="baaa",
        harmless="baa",
        fault="ids[pair[0]], ids[pair[1]]",
        sources=(),
    ),
}
