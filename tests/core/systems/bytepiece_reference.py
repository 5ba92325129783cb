"""What PyPI's `bytepiece` does, asked of an interpreter that has it; no part of this project.

    python bytepiece_reference.py < question.json > answer.json

A question: {"model": path, "texts": [...]}; the answer: the pieces of each text in hex.
Its tokenizer needs `pyahocorasick` made for bytes. A venv of Python 3.11 with both:

    pip install "cython<3.1" setuptools wheel numpy tqdm
    AHOCORASICK_BYTES=1 pip install --no-binary pyahocorasick --no-build-isolation pyahocorasick
    pip install --no-build-isolation bytepiece==0.6.3
    python -c "import ahocorasick; assert ahocorasick.unicode == 0"

Run with "freeze" and a folder, it trains on sentences made of the words in `texts.json` there,
and writes `pieces.model`, `segments.json` and `words.json` (what texts are first cut into, with
and without ensure_unicode) for the tests. The environment variable
BPE_LAB_BYTEPIECE_PYTHON names the interpreter to the tests that ask it afresh.
"""

import json
import random
import sys
from pathlib import Path


def segments(tokenizer, texts):
    return [" ".join(piece.hex() for piece in tokenizer.tokenize(text)) for text in texts]


def answer():
    from bytepiece import Tokenizer

    question = json.load(sys.stdin)
    json.dump(segments(Tokenizer(question["model"]), question["texts"]), sys.stdout)


def sentences(words):
    """Words that are the rarer the later they stand in the list."""
    chance = random.Random(4)
    weights = [1 / (k + 1) for k in range(len(words))]
    for _ in range(1500):
        chosen = chance.choices(words, weights, k=chance.randrange(1, 20))
        yield "".join(word + chance.choice(["", " ", " ", ", "]) for word in chosen) + "\n"


def words(trainer, texts):
    made = {}
    for ensure_unicode in (True, False):
        trainer.ensure_unicode = ensure_unicode
        made[str(ensure_unicode)] = [
            " ".join(
                word.hex() for line in trainer.norm([text]) for word in trainer._tokenize(line)
            )
            for text in texts["segment"]
        ]
    return made


def freeze(folder):
    from bytepiece import Tokenizer, Trainer

    texts = json.loads((folder / "texts.json").read_text("utf-8"))
    trainer = Trainer(max_vocab_size=900, min_count=4)
    trainer.train(list(sentences(texts["words"])))
    trainer.save(str(folder / "pieces.model"))
    made = segments(Tokenizer(str(folder / "pieces.model")), texts["segment"])
    (folder / "segments.json").write_text(json.dumps(made, indent=0) + "\n", "utf-8")
    (folder / "words.json").write_text(
        json.dumps(words(trainer, texts), indent=0) + "\n", "utf-8"
    )


if __name__ == "__main__":
    freeze(Path(sys.argv[2])) if sys.argv[1:2] == ["freeze"] else answer()
