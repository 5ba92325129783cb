"""The frame of what is measured: a process per run, its messages, memory, machine."""
