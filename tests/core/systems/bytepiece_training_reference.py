"""What PyPI's `bytepiece` learns, asked of an interpreter that has it; no part of this project.

    python bytepiece_training_reference.py < questions.json > answers.json
    python bytepiece_training_reference.py freeze tests/data/bytepiece

A question: {"texts": [...], "options": {...}}, options as its trainer takes them; an answer:
for each vocabulary size, the largest first, a string of pieces in hex with their counts.
"freeze" asks the questions of `cases` and writes `trained.json`. The recipe of such an
interpreter stands in `bytepiece_reference.py`.
"""

import json
import random
import sys
from itertools import islice
from pathlib import Path


def answer(question):
    from bytepiece import Trainer

    trainer = Trainer(**question["options"])
    trainer.train(question["texts"])
    return [written(pieces) for pieces in trainer.pieces]


def written(counts):
    """Pieces of more than one byte, and single bytes that count more than once."""
    pieces = sorted(counts, key=lambda piece: (len(piece), piece))
    told = [piece for piece in pieces if len(piece) > 1 or counts[piece] > 1]
    return " ".join(f"{piece.hex()} {counts[piece]}" for piece in told)


def cases(words, sentences):
    """By name: texts and options, each case for something that could go wrong."""
    mixed = list(islice(sentences(words), 300))
    ascii_words = [word for word in words if word.isascii()]
    other_words = [word for word in words if not word.isascii()]
    english = list(islice(sentences(ascii_words), 200))
    chinese = [line.replace(" ", "") for line in islice(sentences(other_words), 400)]
    digits = [line.replace(" ", f"{k * k}", 2) for k, line in enumerate(mixed[:150])]
    digits += ["\u0661\u0662\u0663 \u00b2 \u2167 12.5%\n"] * 9
    return {
        "defaults": asked(mixed),
        "several sizes": asked(mixed, max_vocab_size=[600, 300, 2000, 400], min_count=4),
        "the smallest vocabulary": asked(mixed, max_vocab_size=259),
        "English": asked(english, max_vocab_size=400),
        "Chinese": asked(chinese, max_vocab_size=700),
        "one text": asked(["".join(mixed[:200])], max_vocab_size=500),
        "digits alone": asked(digits, isolate_digits=True),
        "digits among others": asked(digits),
        "words within characters": asked(chinese, ensure_unicode=False, min_count=3),
        "all words": asked(english[:60], min_count=1),
        "frequent words alone": asked(mixed, min_count=25),
        "single bytes": asked(mixed, order=1, max_vocab_size=400),
        "pairs": asked(mixed, order=2, max_vocab_size=400),
        "longer n-grams, shorter pieces": asked(mixed, order=7, max_piece_length=9),
        "rare characters": asked(rare(chinese), max_vocab_size=500),
        "rarer than min_count": asked(rare(chinese), min_count=9, ensure_unicode=False),
        "long lines": asked(long_lines(english)),
        "bytes of all kinds": asked(odd(), min_count=3),
    }


def asked(texts, **options):
    return {"texts": texts, "options": options}


def rare(lines):
    """Among frequent characters, ones that are met once: there the first cut loses its way."""
    chance = random.Random(7)
    for line in lines:
        place = chance.randrange(len(line))
        point = chance.choice(
            [chance.randrange(0x80, 0xD800), chance.randrange(0x1F300, 0x30000)]
        )
        yield line[:place] + chr(point) + line[place:]


def long_lines(lines):
    """Lines that are cut behind 10,000 characters, and more line ends than one text takes."""
    text = "".join(lines).replace("\n", " ")
    for size, ends in ((9_999, 1), (10_000, 100), (10_001, 101), (20_000, 250)):
        yield (text * 9)[:size] + "\n" * ends


def odd():
    """Control characters, letters to be composed, carriage returns, joined emoji."""
    chance = random.Random(3)
    parts = ["e\u0301", "a\u0308", "\r\n", "\n", "\n\n\n", "\0", "\x7f", "\u2028", " \t", "ab"]
    parts += ["\U0001f469\u200d\U0001f680", "\uac00\u11a8", "\u0344", "\ufb01", "\uff0c", "1"]
    return ["".join(chance.choices(parts, k=40)) for _ in range(120)]


def freeze(folder):
    from bytepiece_reference import sentences

    words = json.loads((folder / "texts.json").read_text("utf-8"))["words"]
    made = {name: answer(listed(case)) for name, case in cases(words, sentences).items()}
    (folder / "trained.json").write_text(json.dumps(made, indent=0) + "\n", "utf-8")


def listed(case):
    return {**case, "texts": list(case["texts"])}


def main():
    if sys.argv[1:2] == ["freeze"]:
        freeze(Path(sys.argv[2]))
    else:
        json.dump([answer(question) for question in json.load(sys.stdin)], sys.stdout)


if __name__ == "__main__":
    main()
