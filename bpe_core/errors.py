"""Everything that can be wrong with a user's input, as one tree.

    BPELabError
    ├── InputError (also ValueError)
    │   ├── EmptyTextError            a text with no byte in it
    │   ├── NothingCompiledError      work for compiled code where none runs
    │   ├── NothingToMergeError       a text in which no pair can be merged
    │   ├── NotUTF8Error              bytes that are not UTF-8
    │   ├── LoneSurrogateError        a str that has no UTF-8 form
    │   ├── IsAFolderError            a folder where a file is read
    │   ├── FileChangedError          a file that was written to while it was read
    │   ├── FileNameAsTextError       a text that is the name of a file
    │   ├── OverwritesInputError      a file to write that is a file to read
    │   ├── SharedOutputError         a file to write that is another file to write
    │   ├── TextTooLargeError         more bytes than are accepted
    │   ├── TokensTooLongError        tokens with more bytes than are accepted
    │   ├── VocabularyTooSmallError   fewer ids than bytes and special tokens need
    │   ├── CharactersNeedMoreError   fewer ids than the characters of a text need
    │   ├── LibraryFailedError        another library that could not be trained on a text
    │   ├── OwnerFailedError          an owner's library that gave up at a text, or at ids
    │   ├── EmptySpecialTokenError
    │   ├── DuplicateSpecialTokenError
    │   ├── SpecialTokenTakenError    a special token that is an ordinary token as well
    │   ├── UnknownSpecialTokenError
    │   ├── TokenIdError              an id that no token has
    │   ├── NotAnIdError              something in a list of ids that is not an integer
    │   ├── TooManyIdsError           more ids than are accepted
    │   ├── NoMergeListError          a model that ranks its tokens and lists no merges
    │   ├── OptionError               an option outside its range
    │   ├── SeedError                 what is no seed of an exercise, or of another generator
    │   ├── MomentError               what names no moment of any walk
    │   ├── NoSuchMomentError         a moment that this walk does not have
    │   ├── PackedLessonError         a link that holds no lesson
    │   ├── LessonError               a mistake in a lesson file, by its rule, line and key
    │   ├── NothingHeldOutError       a text too short to hold out a part of it
    │   ├── PatternError              a custom pattern that cannot cut texts into pre-tokens
    │   │   ├── PatternTooLongError
    │   │   ├── PatternSyntaxError        not a regular expression
    │   │   ├── PatternUnsupportedError   a part of the language that is not supported
    │   │   ├── PatternTooCostlyError     repetitions within repetitions
    │   │   ├── PatternTooSlowError       out of time on this text
    │   │   ├── PatternMatchesEmptyError  it would make empty pre-tokens
    │   │   ├── PatternMatchesNothingError
    │   │   └── PatternSkipsTextError     bytes that would belong to no pre-token
    │   ├── NoLibraryError            a Python without the source of its standard library
    │   ├── NoTextFilesError          a folder without a text file in it
    │   ├── NoShardsError             names and patterns that no file has
    │   ├── JSONLineError             a line of a shard that is no JSON with a text
    │   ├── NoTextColumnError         a Parquet file without such a column of texts
    │   ├── NoTextInRowError          a row whose text is missing
    │   ├── DamagedShardError         a compressed or Parquet file that cannot be read
    │   ├── StoreFailedError          an address whose store could not be asked
    │   ├── NotCountsError            what is no file of counts
    │   ├── PackageMissingError       an optional package that is not installed
    │   ├── EngineFailedError         another system that could not run the work
    │   └── UnknownNameError          a name that is not in a registry
    ├── FormatError (also ValueError) a file that breaks its format's rule
    ├── DownloadError                 a file that could not be fetched
    │   ├── OfflineError              the server cannot be reached, or has gone
    │   ├── NotAtHandError            nor does this machine have the tokenizer
    │   ├── NotServedError            the server answered, but not with a file
    │   ├── OtherSizeError            a file of another size
    │   └── ChecksumError             a file of the right size that is another one
    └── Notice                        shown beside the results, never raised
        ├── NulByteNotice             NUL bytes are kept, but look like another encoding
        ├── ReplacedBytesNotice       bytes that were not UTF-8 became U+FFFD
        ├── RecordingCapNotice        only the first part of a text is drawn
        ├── TrainedPartNotice         only the first part of a text is trained on
        ├── TextCutNotice             only the first part of a text is used
        ├── WordCutNotice             only the first part of a pre-token is shown
        ├── OtherUnicodeNotice        a model of another version of Unicode than the running one
        ├── AssumedPatternNotice      files that say no pattern, and which is assumed
        ├── WholeFirstNotice          a pre-token that is looked up whole, without merging
        ├── StepsCapNotice            only the first merges are drawn
        ├── FewRepeatsNotice          a race repeated too seldom for its medians
        ├── NoiseNotice               two lanes whose times do not differ clearly
        ├── BusyMachineNotice         other work ran beside a race
        └── LaneCutNotice             a lane that was ended by its budget

Every leaf has a ``message`` for programmers and the ``values`` that it names; the app's
catalogues hold a text in each language under the class's name.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from bpe_core.short_message import short_message


class BPELabError(Exception):
    """Base of the tree; constructed from the named values of its message.

    >>> VocabularyTooSmallError(vocab_size=100, minimum=257, special_tokens=1)
    VocabularyTooSmallError('vocab_size 100 is below 257: 256 and 1 special')
    """

    message: ClassVar[str] = "{reason}"

    def __init__(self, **values: object) -> None:
        super().__init__(short_message(self.message, values))
        self.values = values

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by values, so that a worker process can raise to its parent."""
        return _rebuild, (type(self), self.values)


def _rebuild(kind: type[BPELabError], values: dict[str, object]) -> BPELabError:
    return kind(**values)


class InputError(BPELabError, ValueError):
    """A value from outside that the core cannot work on."""


class EmptyTextError(InputError):
    message = "the text is empty"


class NothingCompiledError(InputError):
    message = "compiled code does not run here: numba could not make it ({reason})"


class NothingToMergeError(InputError):
    message = "no pair to merge: {reason}"


class NotUTF8Error(InputError):
    message = "byte 0x{byte:02X} at offset {position} is not UTF-8 ({reason})"


class LoneSurrogateError(InputError):
    message = "character {position} is U+{code:04X}, half of a surrogate pair"


class IsAFolderError(InputError):
    message = "{path} is a folder; give the files in it"


class FileChangedError(InputError):
    message = "{path} changed while it was read"


class FileNameAsTextError(InputError):
    message = (
        "{name!r} is the name of a file; pass Path({name!r}), or bytes if the name is the text"
    )


class OverwritesInputError(InputError):
    message = "{output} is {source}, which is read; write to another file"


class SharedOutputError(InputError):
    message = "{output} is asked for as two outputs; write each to a file of its own"


class TextTooLargeError(InputError):
    message = "{size} bytes are more than the {limit} allowed here"


class TokensTooLongError(InputError):
    message = "the tokens have more than {limit} bytes together after {merges} merges"


class VocabularyTooSmallError(InputError):
    message = "vocab_size {vocab_size} is below {minimum}: 256 and {special_tokens} special"


class CharactersNeedMoreError(InputError):
    message = "vocab_size {vocab_size} is below {minimum}, what this text's characters need"


class LibraryFailedError(InputError):
    message = "{library} could not be trained on this text: {reason}"


class OwnerFailedError(InputError):
    message = "{library} failed at this text: {reason}"


class EmptySpecialTokenError(InputError):
    message = "special token number {position} is empty"


class DuplicateSpecialTokenError(InputError):
    message = "special token {token!r} is given twice"


class SpecialTokenTakenError(InputError):
    message = "special token {token!r} has the bytes of an ordinary token"


class UnknownSpecialTokenError(InputError):
    message = "{token!r} is not a special token of this model; it has: {known}"


class TokenIdError(InputError):
    message = "token id {token_id} at position {position} is no token's; ids are in 0..{last}"


class NotAnIdError(InputError):
    message = "{value!r} at position {position} is not a token id, an integer"


class TooManyIdsError(InputError):
    message = "{count} ids are more than the {limit} allowed here"


class NoMergeListError(InputError):
    message = "this model ranks its tokens; it has no list of merges to go through"


class OptionError(InputError):
    message = "{name}={value!r}: {rule}"


class SeedError(InputError):
    message = (
        "{seed!r} is no seed; one is {first} and three digits or letters, such as {first}7F3"
    )


class MomentError(InputError):
    message = "{moment!r} is no moment; one is start, end, merge 2, or merge 2, choose"


class NoSuchMomentError(InputError):
    message = "this walk has no moment {moment!r}"


class PackedLessonError(InputError):
    message = "the link holds no lesson; its parameter has {size} characters of {limit}"


class NothingHeldOutError(InputError):
    message = "{size} bytes are too few to hold out a part; give a text for that"


class PatternError(InputError):
    """A custom pattern that cannot cut texts, or not this one, into pre-tokens."""


class PatternTooLongError(PatternError):
    message = "the pattern has {size} characters; {limit} are allowed"


class PatternSyntaxError(PatternError):
    message = "the pattern is wrong at character {position}: {reason}"


class PatternUnsupportedError(PatternError):
    message = "{part!r} at character {position} of the pattern is not taken here"


class PatternTooCostlyError(PatternError):
    message = (
        "up to character {position} the pattern's repetitions multiply to more than {limit}"
    )


class PatternTooSlowError(PatternError):
    message = "the pattern ran out of time behind byte {position}"


class PatternMatchesEmptyError(PatternError):
    message = "the pattern matches the empty text, at byte {position}"


class PatternMatchesNothingError(PatternError):
    message = "the pattern matches nothing from byte {position} on"


class PatternSkipsTextError(PatternError):
    message = "the pattern skips {skipped} at byte {position}"


class PackageMissingError(InputError):
    message = "{package} is not installed; pip install 'bpe-lab[{extra}]'"


class UnknownNameError(InputError):
    message = "no {kind} named {name!r}; known: {known}"

    @classmethod
    def among(cls, kind: str, name: object, known: Iterable[str]) -> UnknownNameError:
        """The error for ``name``, listing the known names."""
        return cls(kind=kind, name=name, known=", ".join(known))


class NoLibraryError(InputError):
    message = "no source file of the standard library below {folder}"


class NoTextFilesError(InputError):
    message = "no text file below {folder}"


class FormatError(BPELabError, ValueError):
    message = "{file}, {where}: {rule}"


class DownloadError(BPELabError):
    """A file on the web that could not be fetched; ``url`` says which."""


class OfflineError(DownloadError):
    message = "{url} cannot be reached: {reason}"


class NotAtHandError(DownloadError):
    message = (
        "{name} is not on this machine, and {url} cannot be reached ({reason}); "
        "go online once; the extra `models` has Llama's, Qwen's and DeepSeek's"
    )


class NotServedError(DownloadError):
    message = "{url} gave no file: {reason}"


class OtherSizeError(DownloadError):
    message = "{url} has another size: {found} bytes, not {expected}"


class ChecksumError(DownloadError):
    message = "{url} gave another file: its SHA-256 is {found}, not {expected}"


class Notice(BPELabError):
    """A message for the reader while the work goes on."""


class NulByteNotice(Notice):
    message = "{count} NUL bytes, the first at offset {position}; they are kept as byte 0"


class ReplacedBytesNotice(Notice):
    message = "{count} places that were not UTF-8 became U+FFFD"


class RecordingCapNotice(Notice):
    message = (
        "only the first {shown} of {size} bytes are drawn (cap {cap}); all were trained on"
    )


class TrainedPartNotice(Notice):
    message = "the first {trained} of {size} bytes are trained on, {shown} of them drawn"


class TextCutNotice(Notice):
    message = "the first {kept} of {size} bytes are kept (cap {cap})"


class WordCutNotice(Notice):
    message = "the first {kept} of {size} bytes of the pre-token are shown (cap {cap})"


class OtherUnicodeNotice(Notice):
    message = (
        "these files were written under Unicode {recorded}; here letters and digits are those "
        "of {running}, so characters that only one of them has may get other ids"
    )


class AssumedPatternNotice(Notice):
    message = (
        "{file} does not say how texts are cut; the pattern {pattern} is assumed. "
        "With another one ids differ: name it by pattern= or --pattern"
    )


class WholeFirstNotice(Notice):
    message = "this model takes whole pre-tokens first: it is token {token_id} without merging"


class StepsCapNotice(Notice):
    message = "only the first {recorded} of {merges} merges are drawn; all were made"


class FewRepeatsNotice(Notice):
    message = "few repeats ({repeats}): a median that can be trusted needs {enough} or more"


class NoiseNotice(Notice):
    message = "the quartiles of {lane} and {other} overlap: which is faster is open"


class BusyMachineNotice(Notice):
    message = (
        "the machine was busy: other programs took {taken} of its cores (it has {cores}) on "
        "average, so times may be too long"
    )


class LaneCutNotice(Notice):
    message = "{lane} was cut by its budget of {budget} seconds in {cut} of {runs} runs"
