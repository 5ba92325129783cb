"""Tests of the benchmarks' own functions; no test looks at a clock."""
