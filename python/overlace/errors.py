# SPDX-License-Identifier: Apache-2.0
"""What goes wrong: one exception with all problems, and a subclass for each kind."""

from __future__ import annotations

from typing import NamedTuple, Sequence


class Problem(NamedTuple):
    """One problem of a document, a track file or a call."""

    message: str
    hint: str = ""  # what to do
    file: str = ""
    pointer: str = ""  # JSON pointer into the document
    line: int = 0  # from 1; 0: unknown

    def __str__(self) -> str:
        return f"{self.message}; {self.hint}" if self.hint else self.message


class Error(Exception):
    """What overlace refuses or cannot do. `str()` is the text that the program prints.

    `code` is the exit code of the program (see docs/running.md), `problems` has every problem with
    its place.
    """

    code = 1

    def __init__(self, text: str, problems: Sequence[Problem] = (), code: int | None = None) -> None:
        super().__init__(text)
        self.problems = tuple(problems) or (Problem(text),)
        if code is not None:
            self.code = code


class InternalError(Error, RuntimeError):
    """A bug in overlace."""

    code = 1


class UsageError(Error, ValueError):
    """A wrong argument, setting or graph."""

    code = 2


class InputError(Error, OSError):
    """Tracks, a picture or a video that cannot be used."""

    code = 4


class OutputError(Error, OSError):
    """The output could not be written; nothing is in place."""

    code = 5


class LimitError(Error, RuntimeError):
    """A stated limit was reached."""

    code = 6


class OutOfMemoryError(Error, MemoryError):
    """The host or the device has no memory left."""

    code = 33


class UnavailableError(Error, RuntimeError):
    """A device, file format, program or library that is not available here."""

    code = 75


class LossWarning(UserWarning):
    """A finished output lacks something; the report says what."""


_KINDS: dict[int, type[Error]] = {
    kind.code: kind
    for kind in (InternalError, UsageError, InputError, OutputError, LimitError, OutOfMemoryError, UnavailableError)
}


def error_of(code: int, text: str, problems: Sequence[Problem] = ()) -> Error:
    """The exception for an exit code; a plain `Error` for a code without a class."""
    return _KINDS.get(code, Error)(text, problems, code)


class ArgumentError(Error, TypeError):
    """An argument of a kind that is not taken; the text says what was found and what is taken."""

    code = 2

    def __init__(self, found: str, taken: str = "") -> None:
        problem = Problem(found, taken)
        super().__init__(str(problem), [problem])


def refused(message: str, hint: str = "") -> UsageError:
    """A refusal of this package, in the form of the library's."""
    problem = Problem(message, hint)
    return UsageError(str(problem), [problem])
