"""``python -m bpe_lab`` is ``bpe-lab``."""

from bpe_lab.cli import main

if __name__ == "__main__":
    main()
