"""Errors of the package. Each has the findings of the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Sequence

if TYPE_CHECKING:
    from ._alfil import Finding

__all__ = ["AlfilError", "DefinitionError", "IllegalMoveError", "PositionError", "RefusedError"]


class AlfilError(ValueError):
    """An error of the engine. The attributes are those of the first finding."""

    findings: list[Finding]
    code: str
    line: int | None
    column: int | None
    message: str
    help: str | None

    def __init__(self, findings: Sequence[Finding]) -> None:
        super().__init__("\n".join(str(finding) for finding in findings))
        self.findings = list(findings)
        first = self.findings[0]
        self.code = first.code
        self.line = first.line
        self.column = first.column
        self.message = first.message
        self.help = first.help


class DefinitionError(AlfilError):
    """A definition cannot be used, or there is none with this name."""


class PositionError(AlfilError):
    """A position cannot be used."""


class IllegalMoveError(AlfilError):
    """A move is not legal. `message` has the reason."""


class RefusedError(AlfilError):
    """A question has no answer, such as a list of infinitely many moves."""
