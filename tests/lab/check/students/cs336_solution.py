"""A sound solution in CS336's shape; `test_planted_bugs.py` plants bugs line by line."""

import pickle
from collections import Counter

import regex

PATTERN = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"


def split(text, specials):
    if not specials:
        return [text]
    longest_first = sorted(specials, key=len, reverse=True)
    return regex.split("(" + "|".join(regex.escape(s) for s in longest_first) + ")", text)


def merged(word, pair):
    tokens, i = [], 0
    while i < len(word):
        if tuple(word[i : i + 2]) == pair:
            tokens.append(word[i] + word[i + 1])
            i += 2
        else:
            tokens.append(word[i])
            i += 1
    return tokens


def run_train_bpe(input_path, vocab_size, special_tokens):
    with open(input_path, encoding="utf-8", newline="") as file:
        text = file.read()
    words = Counter()
    for part in split(text, special_tokens):
        if part not in special_tokens:
            words.update(regex.findall(PATTERN, part))
    cut = [([bytes([b]) for b in word.encode()], n) for word, n in words.items()]
    merges = []
    while len(merges) < vocab_size - 256 - len(special_tokens):
        counts = Counter()
        for word, n in cut:
            for pair in zip(word, word[1:]):
                counts[pair] += n
        if not counts:
            break
        for best in sorted(counts, key=lambda pair: (counts[pair], pair), reverse=True)[:1]:
            merges.append(best)
            cut = [(merged(word, best), n) for word, n in cut]
    vocab = [bytes([b]) for b in range(256)] + [s.encode() for s in special_tokens]
    return dict(enumerate(vocab + [a + b for a, b in merges])), merges


class Tokenizer:
    def __init__(self, vocab, merges, special_tokens=None):
        self.vocab, self.specials = dict(vocab), special_tokens or []
        missing = [s.encode() for s in self.specials if s.encode() not in vocab.values()]
        self.vocab.update(enumerate(missing, len(vocab)))
        self.ids = {token: number for number, token in self.vocab.items()}
        self.ranks = {pair: rank for rank, pair in enumerate(merges)}

    @classmethod
    def from_files(cls, vocab_filepath, merges_filepath, special_tokens=None):
        with open(vocab_filepath, "rb") as vocab, open(merges_filepath, "rb") as merges:
            return cls(pickle.load(vocab), pickle.load(merges), special_tokens)

    def encode(self, text):
        ids = []
        for part in split(text, self.specials):
            if part in self.specials:
                ids.append(self.ids[part.encode()])
                continue
            for word in regex.findall(PATTERN, part):
                ids += [
                    self.ids[token] for token in self.word([bytes([b]) for b in word.encode()])
                ]
        return ids

    def word(self, word):
        while True:
            pairs = [pair for pair in zip(word, word[1:]) if pair in self.ranks]
            if not pairs:
                return word
            word = merged(word, min(pairs, key=self.ranks.get))

    def encode_iterable(self, iterable):
        held = ""
        for piece in iterable:
            held += piece
            *settled, held = regex.split(r"(?<=\S)(?=\s)", held) or [""]
            for part in settled:
                yield from self.encode(part)
        yield from self.encode(held)

    def decode(self, ids):
        return b"".join(self.vocab[number] for number in ids).decode("utf-8", "replace")
