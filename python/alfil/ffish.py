"""The functions of pyffish, for every game of Alfil: `import alfil.ffish as pyffish`.

Each function takes the name of a variant, a position and a list of moves that follow. Moves and
positions that cannot be used raise exceptions of `alfil.errors`.
"""

from __future__ import annotations

from typing import NoReturn, Sequence

from . import _alfil
from ._alfil import Position, Variant
from .board import Outcome, Termination
from .errors import PositionError, RefusedError

__all__ = [
    "FEN_OK",
    "NOTATION_DEFAULT",
    "NOTATION_SAN",
    "VALUE_DRAW",
    "VALUE_MATE",
    "captures_to_hand",
    "game_result",
    "get_fen",
    "get_san",
    "get_san_moves",
    "gives_check",
    "info",
    "is_capture",
    "is_immediate_game_end",
    "is_optional_game_end",
    "legal_moves",
    "load_variant_config",
    "piece_to_partner",
    "start_fen",
    "two_boards",
    "validate_fen",
    "variants",
    "version",
]

NOTATION_DEFAULT = 0
NOTATION_SAN = 1
VALUE_DRAW = 0
VALUE_MATE = 32000
FEN_OK = 1

# The numbers of pyffish for the field of a position with an error.
_FIELDS = {
    "nothing": 0,
    "fullmove": -1,
    "halfmoves": -2,
    "royals": -3,
    "en passant": -4,
    "castling": -5,
    "side": -6,
    "hands": -7,
    "placement": -8,
    "letter": -10,
    "more": -11,
    "counters": -13,
}

# Names of pyffish that have no meaning here, with the reason.
_MISSING = {
    "has_insufficient_material": "a definition says how its game ends, and Alfil knows no other end",
    "get_fog_fen": "the package has no views of one side; `alfil moves NAME --as white` prints the position as White sees it",
    "set_option": "the engine has no options",
}


def __getattr__(name: str) -> NoReturn:
    reason = _MISSING.get(name)
    why = f": {reason}" if reason else ""
    raise AttributeError(f"module 'alfil.ffish' has no attribute {name!r}{why}")


def _find(variant: str, chess960: bool = False) -> Variant:
    return _alfil.find(variant, chess960)


def _position(variant: str, fen: str, moves: Sequence[str], chess960: bool) -> Position:
    found = _find(variant, chess960)
    position = Position.start(found) if fen == "startpos" else Position.read(found, fen)
    if moves:
        position.play_all(list(moves))
    return position


def _check_notation(notation: int) -> None:
    if notation not in (NOTATION_DEFAULT, NOTATION_SAN):
        raise ValueError("Alfil writes moves in one algebraic notation: NOTATION_SAN")


def version() -> tuple[int, ...]:
    """The version of Alfil."""
    return tuple(int(part) for part in _alfil.version().split("."))


def info() -> str:
    """Name and version."""
    return f"Alfil {_alfil.version()}"


def variants() -> list[str]:
    """The names of all games."""
    return _alfil.games()


def load_variant_config(text: str, name: str | None = None) -> str:
    """Adds a definition in YAML and returns its name. `alfil import` makes definitions of the sections of a
    `variants.ini`."""
    return _alfil.add(text, name)


def start_fen(variant: str, chess960: bool = False) -> str:
    """The start position."""
    return Position.start(_find(variant, chess960)).text


def two_boards(variant: str) -> bool:
    """False: every game of Alfil has one board."""
    _find(variant)
    return False


def captures_to_hand(variant: str) -> bool:
    """True if captured pieces go to a hand."""
    return _find(variant).captures_to_hand


def legal_moves(variant: str, fen: str, move_list: Sequence[str], chess960: bool = False) -> list[str]:
    """The texts of the legal moves."""
    return _position(variant, fen, move_list, chess960).legal()


def get_san(variant: str, fen: str, move: str, chess960: bool = False, notation: int = NOTATION_DEFAULT) -> str:
    """A legal move in algebraic notation."""
    _check_notation(notation)
    return _position(variant, fen, [], chess960).san(move)


def get_san_moves(variant: str, fen: str, move_list: Sequence[str], chess960: bool = False, notation: int = NOTATION_DEFAULT) -> list[str]:
    """Moves in algebraic notation."""
    _check_notation(notation)
    position = _position(variant, fen, [], chess960)
    sans = []
    for move in move_list:
        sans.append(position.san(move))
        position.play(move)
    return sans


def get_fen(
    variant: str,
    fen: str,
    move_list: Sequence[str],
    chess960: bool = False,
    sfen: bool = False,
    show_promoted: bool = False,
    count_started: int = 0,
) -> str:
    """The position after moves, in Alfil's notation. `show_promoted` and `count_started` have no
    effect: a promoted piece that reverts is always marked. Raises `ValueError` for `sfen`."""
    if sfen:
        raise ValueError("Alfil writes FEN, not SFEN")
    return _position(variant, fen, move_list, chess960).text


def gives_check(variant: str, fen: str, move_list: Sequence[str], chess960: bool = False) -> bool:
    """True if the side to move is in check after the moves."""
    return _position(variant, fen, move_list, chess960).in_check


def is_capture(variant: str, fen: str, move_list: Sequence[str], move: str, chess960: bool = False) -> bool:
    """True if a legal move captures."""
    return _position(variant, fen, move_list, chess960).is_capture(move)


def piece_to_partner(variant: str, fen: str, move_list: Sequence[str], chess960: bool = False) -> str:
    """The letter of the piece that the last move has captured, without its promotion. Empty if it has
    captured none."""
    if not move_list:
        return ""
    position = _position(variant, fen, move_list[:-1], chess960)
    captures = position.find(move_list[-1]).captures
    if not captures:
        return ""
    letters = {piece.square: piece.letter for piece in position.pieces()}
    return letters[captures[0]].strip("+~")


def _value(position: Position) -> tuple[int, bool] | None:
    """The result for the side to move, and whether a player has to claim it."""
    found = position.outcome()
    if found is None:
        return None
    event, winner, score, claimed = found
    outcome = Outcome(Termination.GOAL, winner, tuple(score), event, "")
    at = position.variant.sides.index(position.side)
    return int(VALUE_MATE * outcome.value(at)), claimed


def game_result(variant: str, fen: str, move_list: Sequence[str], chess960: bool = False) -> int:
    """The result for the side to move: `VALUE_MATE`, `-VALUE_MATE`, `VALUE_DRAW`, or a number between
    them if the point is divided. Raises `RefusedError` if the game goes on."""
    position = _position(variant, fen, move_list, chess960)
    value = _value(position)
    if value is None or value[1]:
        raise RefusedError([_alfil.Finding("refused", "the game goes on, so it has no result")])
    return value[0]


def is_immediate_game_end(variant: str, fen: str, move_list: Sequence[str], chess960: bool = False) -> tuple[bool, int]:
    """Whether a goal of the definition has ended the game, and the result for the side to move."""
    position = _position(variant, fen, move_list, chess960)
    found, value = position.outcome(), _value(position)
    if found is None or value is None or not found[0].startswith("goal"):
        return False, VALUE_DRAW
    return True, value[0]


def is_optional_game_end(variant: str, fen: str, move_list: Sequence[str], chess960: bool = False, count_started: int = 0) -> tuple[bool, int]:
    """Whether a player may end the game by a limit of moves, a repetition or a claim, and the result for
    the side to move. `count_started` has no effect."""
    value = _value(_position(variant, fen, move_list, chess960))
    return (True, value[0]) if value is not None and value[1] else (False, VALUE_DRAW)


def validate_fen(fen: str, variant: str, chess960: bool = False) -> int:
    """1 for a valid position; otherwise the number of pyffish for the field with the first error, 0 or
    less."""
    try:
        Position.check(_find(variant, chess960), fen)
    except PositionError as error:
        wrong = next((finding for finding in error.findings if finding.severity == "error"), error.findings[0])
        return _FIELDS.get(wrong.field or "placement", _FIELDS["placement"])
    return FEN_OK
