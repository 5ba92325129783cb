"""What can be wrong with the shards of a corpus, its counts, and where they are counted."""

from importlib import import_module

from bpe_core.errors import InputError, PackageMissingError


class NoShardsError(InputError):
    message = "no file is named {pattern}"


class JSONLineError(InputError):
    message = "line {line}, at byte {position}: {reason}"


class NoTextColumnError(InputError):
    message = "no column {field!r} of texts; columns: {known}"


class NoTextInRowError(InputError):
    message = "row {row}, counted from 0, has no text in {field!r}"


class DamagedShardError(InputError):
    message = "cannot be read from byte {position} of the file on: {reason}"


class StoreFailedError(InputError):
    message = "{address} cannot be reached: {reason}"


class NotCountsError(InputError):
    message = "{path} is no file of counts: {reason}"


class EngineFailedError(InputError):
    message = "{engine} could not run the work: {reason}"


def check_pyarrow() -> None:
    """Raise ``PackageMissingError`` where pyarrow is missing, or cannot be imported."""
    try:
        for name in ("pyarrow", "pyarrow.parquet"):
            import_module(name)
    except ImportError as error:
        raise PackageMissingError(package="pyarrow", extra="counts") from error
