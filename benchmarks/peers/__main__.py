"""``python -m benchmarks.peers``: see `command`."""

from bpe_lab.cli import main

PROGRAM = "python -m benchmarks.peers"
COMMANDS = {"peers": ("benchmarks.peers.command:peers_command", "Beside other libraries.")}

if __name__ == "__main__":
    main(commands=COMMANDS, name=PROGRAM)
