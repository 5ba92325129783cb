"""A sound solution in minbpe's shape: ids all the way, ties by the first pair counted."""


def counts_of(ids):
    counts = {}
    for pair in zip(ids, ids[1:]):
        counts[pair] = counts.get(pair, 0) + 1
    return counts


def merged(ids, pair, number):
    joined, i = [], 0
    while i < len(ids):
        same = tuple(ids[i : i + 2]) == pair
        joined.append(number if same else ids[i])
        i += 1 + same
    return joined


class BasicTokenizer:
    def train(self, text, vocab_size, verbose=False):
        ids = list(text.encode())
        self.merges, self.vocab = {}, {b: bytes([b]) for b in range(256)}
        for number in range(256, vocab_size):
            counts = counts_of(ids)
            best = max(counts, key=counts.get)
            ids = merged(ids, best, number)
            self.merges[best] = number
            self.vocab[number] = self.vocab[best[0]] + self.vocab[best[1]]

    def encode(self, text):
        ids = list(text.encode())
        while len(ids) > 1:
            best = min(counts_of(ids), key=lambda pair: self.merges.get(pair, 10**9))
            if best not in self.merges:
                break
            ids = merged(ids, best, self.merges[best])
        return ids

    def decode(self, ids):
        return b"".join(self.vocab[number] for number in ids).decode("utf-8", "replace")
