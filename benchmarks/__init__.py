"""Side-by-side runs, as command-line programs: ``python -m benchmarks.peers --help``.

Speed is a ratio of medians within one run, the lanes interleaved after a warm-up: absolute
seconds drift from machine to machine and from hour to hour, ratios much less.
"""
