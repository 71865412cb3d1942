"""The engine of the package. Use `alfil.Board`, `alfil.ffish` and the functions of `alfil`."""

from os import PathLike
from typing import final

@final
class Finding:
    """A finding about a definition, a position or a move."""

    def __init__(self, code: str, title: str) -> None: ...
    @property
    def code(self) -> str:
        """The code, such as `unknown-key`. `docs/findings.md` of Alfil lists the codes."""
    @property
    def severity(self) -> str:
        """`error`, `warning` or `note`."""
    @property
    def title(self) -> str:
        """One line in small letters, without a full stop."""
    @property
    def reason(self) -> str | None: ...
    @property
    def help(self) -> str | None: ...
    @property
    def message(self) -> str:
        """The title and the reason."""
    @property
    def file(self) -> str | None:
        """`definition` for a text without a file, `position` for a position."""
    @property
    def line(self) -> int | None:
        """The line, from 1. None if the finding has no place, as for a move."""
    @property
    def column(self) -> int | None:
        """The column in characters, from 1."""
    @property
    def length(self) -> int:
        """The number of offending characters; 0 without a place."""
    @property
    def edit(self) -> tuple[int, int, str] | None:
        """Start and end in characters of the checked text, and the text that replaces them."""
    @property
    def field(self) -> str | None:
        """The field of a position, such as `placement`."""

@final
class Move:
    """A legal move. Moves with the same text are equal."""

    @property
    def text(self) -> str:
        """The text of the move: `e2e4`, `e7e8q`, `P@e5`, `d1d7,A@g4`."""
    @property
    def from_square(self) -> str | None:
        """The square or point where the mover starts. None for drops, passes and sections."""
    @property
    def to_square(self) -> str | None: ...
    @property
    def promotion(self) -> str | None:
        """The name of the kind after a promotion."""
    @property
    def drop(self) -> str | None:
        """The letter of a dropped piece."""
    @property
    def captures(self) -> list[str]:
        """The squares of all captured pieces."""
    def uci(self) -> str:
        """The text of the move."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object) -> bool: ...

@final
class Piece:
    """A piece and its place."""

    @property
    def square(self) -> str: ...
    @property
    def kind(self) -> str:
        """The name in the definition."""
    @property
    def letter(self) -> str:
        """The letter in positions: `N` for White, `n` for Black."""
    @property
    def color(self) -> bool | None:
        """True for the first side, False for another one. None for pieces of both sides or of nobody."""
    @property
    def side(self) -> str | None:
        """The word of the owner, such as `white`. None for pieces of both sides or of nobody."""
    def symbol(self) -> str:
        """The letter in positions."""

@final
class Held:
    """The pieces of one kind in a hand."""

    @property
    def kind(self) -> str: ...
    @property
    def letter(self) -> str: ...
    @property
    def count(self) -> int: ...

@final
class SearchResult:
    """The result of a search."""

    @property
    def best(self) -> Move: ...
    @property
    def line(self) -> list[str]:
        """The expected moves in algebraic notation, the best one first."""
    @property
    def depth(self) -> int:
        """The depth in plies that was searched completely."""
    @property
    def nodes(self) -> int: ...
    @property
    def score(self) -> int | None:
        """The value for White in hundredths of a pawn. None with more than two sides."""
    @property
    def wins_in(self) -> int | None:
        """The number of plies to a forced win: positive for White, negative for Black. None with more than
        two sides."""

@final
class Variant:
    """A variant without errors. It never changes."""

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def about(self) -> dict[str, str]:
        """The origin: `inventor`, `year`, `source` and `rules`, as far as they are known."""
    @property
    def warnings(self) -> list[Finding]: ...
    @property
    def is_shuffled(self) -> bool: ...
    @property
    def is_plane(self) -> bool:
        """True if pieces stand on points of a plane."""
    @property
    def captures_to_hand(self) -> bool: ...
    def rules(self) -> str:
        """The complete rules in English, as Markdown."""
    def side_name(self, side: bool | str) -> str:
        """What people call a side."""
    @property
    def sides(self) -> list[str]:
        """The words of the sides, in the order of turns: `white` and `black`, or such as `red`."""

@final
class Position:
    """A game in play. `alfil.Board` has the names of python-chess."""

    @staticmethod
    def start(variant: Variant) -> Position: ...
    @staticmethod
    def read(variant: Variant, text: str) -> Position:
        """A position from its text. Positions of other programs are read as well, with a warning of what was
        corrected. Raises `PositionError`."""
    @staticmethod
    def check(variant: Variant, text: str) -> None:
        """Raises `PositionError` for a position that is not in Alfil's own form."""
    @property
    def variant(self) -> Variant: ...
    @property
    def text(self) -> str: ...
    @property
    def turn(self) -> bool: ...
    @property
    def side(self) -> str: ...
    @property
    def sides_out(self) -> list[str]: ...
    @property
    def step(self) -> int: ...
    @property
    def fullmove(self) -> int: ...
    @property
    def halfmoves(self) -> int: ...
    @property
    def plies(self) -> int: ...
    @property
    def in_check(self) -> bool: ...
    def copy(self) -> Position: ...
    def legal(self) -> list[str]: ...
    def legal_san(self) -> list[str]: ...
    def legal_moves(self) -> list[Move]: ...
    def number(self) -> int | None: ...
    def find(self, text: str) -> Move: ...
    def is_legal(self, text: str) -> bool: ...
    def why(self, text: str) -> Finding | None: ...
    def san(self, text: str) -> str: ...
    def gives_check(self, text: str) -> bool: ...
    def is_capture(self, text: str) -> bool: ...
    def play(self, text: str) -> Move: ...
    def play_all(self, texts: list[str]) -> None: ...
    def take_back(self) -> bool: ...
    def end(self) -> str | None: ...
    def outcome(self) -> tuple[str, bool | None, list[str], bool] | None: ...
    def pieces(self) -> list[Piece]: ...
    def hand(self, side: bool | str) -> list[Held]: ...
    def perft(self, depth: int) -> int: ...
    def svg(self) -> str: ...
    def drawn(self) -> str: ...
    def rows(self) -> list[str] | None: ...
    def search(self, nodes: int | None = None, depth: int | None = None, seconds: float | None = None) -> SearchResult | None: ...
    def reply(self, level: int, seed: int) -> Move | None: ...

def version() -> str: ...
def games() -> list[str]:
    """The names of all games: the shipped and the loaded ones."""

def find(name: str, shuffled: bool) -> Variant: ...
def parse(text: str, root: str | PathLike[str] | None = None) -> Variant:
    """The variant that a text defines. The text may name shipped and loaded definitions, and files in
    and below the folder `root`, which is the working folder otherwise. Relative paths begin at the
    working folder. Raises `DefinitionError`."""

def add(text: str, name: str | None = None) -> str:
    """Adds a definition for this process, and returns its name: `name`, or the title in small letters
    with hyphens. Later definitions may extend it. Raises `DefinitionError`."""

def check(text: str, root: str | PathLike[str] | None = None) -> list[Finding]:
    """All findings about a definition. It can be played if none of them is an error."""
