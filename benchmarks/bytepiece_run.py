"""One training of BytePiece, timed: ours, or PyPI's package in an interpreter that has it.

    python bytepiece_run.py {ours|original} TEXT VOCAB_SIZE MIN_COUNT WORKERS FOLDER

Writes the pieces to FOLDER in the package's own format, and says on standard output the
seconds and the most bytes that one of the processes had. The original is run without anything
of this project.
"""

import json
import os
import sys
from pathlib import Path
from time import perf_counter

DOCUMENT = 2**20  # bytes of text that the original is given at a time


class Documents:
    """A text in parts, as often as asked; line ends that stand together stay together."""

    def __init__(self, path):
        self.path = path

    def __iter__(self):
        held, size = [], 0
        with self.path.open(encoding="utf-8", newline="\n") as file:
            for line in file:
                if size > DOCUMENT and line != "\n":
                    yield "".join(held)
                    held, size = [], 0
                held.append(line)
                size += len(line)
        if held:
            yield "".join(held)


def ours(path, vocab_size, min_count, workers, folder):
    from bpe_core.systems.bytepiece.bytepiece_training import BytePieceOptions, train_bytepiece
    from bpe_core.systems.bytepiece.unigram_model import write_bytepiece
    from bpe_core.warm import warm

    warm(["texts", "bytepiece"])
    options = BytePieceOptions(min_count=min_count)
    start = perf_counter()
    model = train_bytepiece(path, max_vocab_size=vocab_size, options=options, threads=workers)
    told = perf_counter() - start, most_memory()
    for name, text in write_bytepiece(model).items():
        (folder / name).write_text(text, "utf-8")
    return told


def original(path, vocab_size, min_count, workers, folder):
    from bytepiece import Trainer

    trainer = Trainer(max_vocab_size=vocab_size, min_count=min_count)
    start = perf_counter()
    trainer.train(Documents(path), workers=workers)
    told = perf_counter() - start, most_memory()
    trainer.save(str(folder / "bytepiece.model"))
    return told


def most_memory():
    """Of this process and each that it had, the largest; 0 where the system does not tell."""
    try:
        import resource
    except ImportError:
        return 0
    unit = 1 if sys.platform == "darwin" else 1024
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * unit
    status = Path("/proc/self/status")
    if not status.exists():
        return max(children, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit)
    # subtle: ru_maxrss of this process would start from the parent's; this does not.
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
    return max(children, int(line.split()[1]) * 1024)


def main(words):
    who, path, vocab_size, min_count, workers, folder = words
    train = {"ours": ours, "original": original}[who]
    told = os.dup(1)
    os.dup2(2, 1)  # whatever else is printed
    options = map(int, (vocab_size, min_count, workers))
    seconds, largest = train(Path(path), *options, Path(folder))
    said = {"seconds": seconds, "largest": largest}
    os.write(told, json.dumps(said).encode() + b"\n")


if __name__ == "__main__":
    main(sys.argv[1:])
