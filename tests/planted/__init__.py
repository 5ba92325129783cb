"""A trainer, a format and a language that the project does not have: a file and a row each."""
