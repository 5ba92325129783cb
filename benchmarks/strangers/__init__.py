"""Tests that nobody here wrote: ``python -m benchmarks.strangers``.

Two kinds, a row each in `suites`: the same calls of another package and of ours, whose results
must be equal (`differential`), and the test files of public repositories, fetched at a pinned
commit and run on adapters that call ``bpe_core`` (`repositories`). None of their files is in
this project.
"""
