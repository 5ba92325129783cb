"""Tests of ``bpe_core``: oracles and laws over snapshots."""
