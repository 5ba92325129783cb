"""Cut the text of BytePiece's lesson into words, and write them with their counts again.

python -m scripts.lesson_words
"""

from __future__ import annotations

import json

from bpe_core.systems.bytepiece.bytepiece_training import counted_words
from bpe_lab.scenes.bytepiece.bytepiece_lesson import FILE, OPTIONS, lesson_text


def main() -> None:
    """Write the file; print how many words there are."""
    counts = counted_words(lesson_text(), OPTIONS).as_counts()
    words = {word.decode(): counts[word] for word in sorted(counts)}
    written = json.dumps(words, ensure_ascii=False, separators=(",", ":"))
    FILE.write_text(f"{written}\n", "utf-8")
    print(f"{len(words):,} words")


if __name__ == "__main__":
    main()
