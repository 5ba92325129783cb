"""The benchmark: this project and its peers in turn, each run in a process of its own."""
