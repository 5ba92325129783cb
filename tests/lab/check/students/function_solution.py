"""A sound solution of plain functions; runs of one letter are counted without overlaps."""


def pairs_of(word):
    i = 0
    while i + 1 < len(word):
        yield word[i], word[i + 1]
        same = word[i] == word[i + 1] and word[i + 2 : i + 3] == [word[i]]
        i += 1 + same


def merged(word, pair):
    joined, i = [], 0
    while i < len(word):
        same = tuple(word[i : i + 2]) == pair
        joined.append(pair[0] + pair[1] if same else word[i])
        i += 1 + same
    return joined


def train(text, vocab_size):
    word, merges = [bytes([b]) for b in text.encode()], []
    for _ in range(vocab_size - 256):
        counts = {}
        for pair in pairs_of(word):
            counts[pair] = counts.get(pair, 0) + 1
        if not counts:
            break
        merges.append(max(counts, key=lambda pair: (counts[pair], pair)))
        word = merged(word, merges[-1])
    return merges


def encode(text, merges):
    word = [bytes([b]) for b in text.encode()]
    for pair in merges:
        word = merged(word, pair)
    numbers = {a + b: 256 + rank for rank, (a, b) in enumerate(merges)}
    return [token[0] if len(token) == 1 else numbers[token] for token in word]


def decode(ids, merges):
    tokens = {256 + rank: a + b for rank, (a, b) in enumerate(merges)}
    return b"".join(tokens.get(number) or bytes([number]) for number in ids).decode()
