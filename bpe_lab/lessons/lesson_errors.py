"""What can be wrong in a lesson file, each mistake with its line and its key."""

from bpe_core.errors import InputError


class LessonError(InputError):
    """A mistake in a lesson file; every leaf has its ``line`` and its ``key``."""


class LessonSyntaxError(LessonError):
    message = "line {line}: this is not TOML: {reason}"


class LessonVersionError(LessonError):
    message = (
        "line {line}, {key}: version {value!r} cannot be read here; write version = {version}"
    )


class UnknownLessonKeyError(LessonError):
    message = "line {line}, {key}: no such key here; known: {known}"


class MissingLessonKeyError(LessonError):
    message = "line {line}, {key}: this key is missing"


class MissingLanguageError(LessonError):
    message = "line {line}, {key}: {language} is missing, in which the title is written"


class NotTextError(LessonError):
    message = "line {line}, {key}: must be text in quotation marks"


class LongLessonTextError(LessonError):
    message = "line {line}, {key}: {size} characters; {limit} are allowed"


class ControlCharacterError(LessonError):
    message = "line {line}, {key}: U+{code:04X} is a control character"


class LessonNumberError(LessonError):
    message = "line {line}, {key}: {value!r} is no whole number from {low} to {high}"


class NotATableError(LessonError):
    message = "line {line}, {key}: must be a table"


class NotAListError(LessonError):
    message = "line {line}, {key}: must be a list of tables"


class ListLengthError(LessonError):
    message = "line {line}, {key}: {size} items; 1 to {limit} are allowed"


class LessonChoiceError(LessonError):
    message = "line {line}, {key}: {value!r} is none of {known}"


class LinkOrExerciseError(LessonError):
    message = "line {line}, {key}: a step has either link or exercise"


class LoneKeyError(LessonError):
    message = "line {line}, {key}: stands only beside {other}"


class LessonSeedError(LessonError):
    message = (
        "line {line}, {key}: {value!r} is no seed; one is {first} and three digits or "
        "letters, such as {first}7F3"
    )


class LessonLinkError(LessonError):
    message = "line {line}, {key}: {link!r} is no path of the app, such as /train?text=low"


class UnknownPageError(LessonError):
    message = "line {line}, {key}: no page {page!r}; known: {known}"


class UnknownLinkOptionError(LessonError):
    message = "line {line}, {key}: {page} has no option {option!r}; known: {known}"


class NoWalkError(LessonError):
    message = "line {line}, {key}: {page} has no walk, so no moment"


class LessonEndsEarlyError(LessonError):
    message = "line {line}, {key}: {value!r} is before {at!r}, with which the scene begins"


class LessonMomentError(LessonError):
    message = (
        "line {line}, {key}: {value!r} is no moment, such as start, merge 2, or merge 2, choose"
    )
