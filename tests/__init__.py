"""Tests of the core, the app, the walls between them and the benchmarks."""
