"""``python -m benchmarks.strangers``."""

from benchmarks.strangers.command import main

if __name__ == "__main__":
    main()
