"""Chess variants from text definitions.

`Board` has the names of python-chess. The module `alfil.ffish` has the functions of pyffish. Both
work for every shipped game and for definitions of your own:

>>> import alfil
>>> board = alfil.Board("crazyhouse")
>>> board.push_san("e4")
<Move e2e4>
>>> board.fen()
'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq e3 0 1'
"""

from ._alfil import Finding, Held, Move, Piece, SearchResult, Variant, check, find, games, parse
from ._alfil import add as load_variant_config
from ._alfil import version as _version
from .board import BLACK, COLORS, WHITE, Board, Color, LegalMoves, Outcome, Termination
from .errors import AlfilError, DefinitionError, IllegalMoveError, PositionError, RefusedError

__version__ = _version()

__all__ = [
    "BLACK",
    "COLORS",
    "WHITE",
    "AlfilError",
    "Board",
    "Color",
    "DefinitionError",
    "Finding",
    "Held",
    "IllegalMoveError",
    "LegalMoves",
    "Move",
    "Outcome",
    "Piece",
    "PositionError",
    "RefusedError",
    "SearchResult",
    "Termination",
    "Variant",
    "check",
    "games",
    "load",
    "load_variant_config",
    "parse",
]


def load(name: str, *, chess960: bool = False) -> Variant:
    """The variant with this name: a shipped or loaded game, its title, the name that another program
    gives it (`kingofthehill`, `3check`), a path (`./mine.yaml`), or a sum
    (`capablanca+contrast-modifier`). With `chess960`, the game with shuffled starts is meant, if
    there is one.

    Raises `DefinitionError` with all findings.
    """
    return find(name, chess960)
