"""A sound solution in minbpe's shape whose special tokens are registered: the longest wins."""

import regex

PATTERN = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"


def merged(ids, pair, number):
    joined, i = [], 0
    while i < len(ids):
        same = tuple(ids[i : i + 2]) == pair
        joined.append(number if same else ids[i])
        i += 1 + same
    return joined


class RegexTokenizer:
    def __init__(self):
        self.pattern, self.special_tokens = PATTERN, {}

    def train(self, text, vocab_size, verbose=False):
        words = [list(word.encode()) for word in regex.findall(PATTERN, text)]
        self.merges, self.vocab = {}, {b: bytes([b]) for b in range(256)}
        for number in range(256, vocab_size):
            counts = {}
            for ids in words:
                for pair in zip(ids, ids[1:]):
                    counts[pair] = counts.get(pair, 0) + 1
            best = max(counts, key=counts.get)
            words = [merged(ids, best, number) for ids in words]
            self.merges[best] = number
            self.vocab[number] = self.vocab[best[0]] + self.vocab[best[1]]

    def register_special_tokens(self, special_tokens):
        self.special_tokens = special_tokens

    def encode(self, text, allowed_special="none_raise"):
        specials = self.special_tokens if allowed_special == "all" else {}
        longest_first = sorted(specials, key=len, reverse=True)
        cut = "|".join(regex.escape(special) for special in longest_first)
        ids = []
        for part in regex.split(f"({cut})", text) if cut else [text]:
            ids += [specials[part]] if part in specials else self._ordinary(part)
        return ids

    def _ordinary(self, text):
        return [
            number
            for word in regex.findall(PATTERN, text)
            for number in self._word(word.encode())
        ]

    def _word(self, word):
        ids = list(word)
        while known := [pair for pair in zip(ids, ids[1:]) if pair in self.merges]:
            pair = min(known, key=self.merges.get)
            ids = merged(ids, pair, self.merges[pair])
        return ids

    def decode(self, ids):
        names = {number: special.encode() for special, number in self.special_tokens.items()}
        tokens = (self.vocab.get(number) or names[number] for number in ids)
        return b"".join(tokens).decode("utf-8", "replace")
