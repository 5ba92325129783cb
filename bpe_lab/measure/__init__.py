"""What measuring anything takes: a process per run, its messages, memory, machine."""
