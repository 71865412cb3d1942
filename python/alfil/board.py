"""Games in play, with the names of python-chess."""

from __future__ import annotations

import copy
import enum
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Iterator, Union

from ._alfil import Finding, Held, Move, Piece, Position, SearchResult, Variant, find
from .errors import RefusedError

__all__ = ["BLACK", "COLORS", "WHITE", "Board", "Color", "LegalMoves", "Outcome", "Termination"]

# The attributes of a board. A subclass may have others.
_OWN = {"variant", "_moves", "_now"}

Color = bool
WHITE: Color = True
BLACK: Color = False
COLORS: tuple[Color, Color] = (WHITE, BLACK)


class Termination(enum.Enum):
    """The event that ended a game."""

    CHECKMATE = enum.auto()
    STALEMATE = enum.auto()
    MOVE_LIMIT = enum.auto()
    REPETITION = enum.auto()
    GOAL = enum.auto()
    """A goal of the definition."""
    CLAIM = enum.auto()
    """A claim of the definition."""


_TERMINATIONS = {
    "checkmate": Termination.CHECKMATE,
    "stalemate": Termination.STALEMATE,
    "fifty moves": Termination.MOVE_LIMIT,
    "repetition": Termination.REPETITION,
}


@dataclass(frozen=True)
class Outcome:
    """The end of a game."""

    termination: Termination
    winner: Color | None
    """The winner; `None` for a draw. With more than two sides, true if the first side wins, and false
    if another one does; `score` tells which."""
    score: tuple[str, ...]
    """The share of each side of the point, in the order of turns: `1`, `0`, `1/2`, or another part."""
    event: str
    """The name of the event, such as `goal 1`."""
    text: str
    """The end in words: `White wins by checkmate`."""

    def result(self) -> str:
        """`1-0`, `0-1`, `1/2-1/2`, or `*` if the point is divided in another way. With more than two
        sides, the share of each, such as `0-1-0-0`."""
        if self.score == ("1/2", "1/2") or len(self.score) > 2 or "1" in self.score:
            return "-".join(self.score)
        return "*"

    def value(self, at: int) -> Fraction:
        """The result for the side with this number, counted from 0: 1 for the whole point, 0 for an
        equal share, -1 for none."""
        share, fair = Fraction(self.score[at]), Fraction(1, len(self.score))
        return (share - fair) / (1 - fair if share > fair else fair)


class LegalMoves:
    """The legal moves of a board, as it is when they are needed."""

    def __init__(self, board: Board) -> None:
        self._board = board

    def __iter__(self) -> Iterator[Move]:
        return iter(self._board._now.legal_moves())

    def __contains__(self, move: object) -> bool:
        return isinstance(move, (Move, str)) and self._board.is_legal(move)

    def __len__(self) -> int:
        return self.count()

    def __bool__(self) -> bool:
        return self._board._now.number() != 0

    def count(self) -> int:
        """The number of moves. Raises `RefusedError` if there are infinitely many."""
        number = self._board._now.number()
        return len(self._board._now.legal()) if number is None else number

    def __repr__(self) -> str:
        return f"<LegalMoves ({', '.join(self._board._now.legal_san())})>"


MoveText = Union[Move, str]


class Board:
    """A game in play.

    Wherever a move is read, a `Move`, its text (`e2e4`, `P@e5`) and algebraic notation (`Nf3`) are
    understood. Every move is tested: a move that is not legal raises `IllegalMoveError`, whose
    message says why, and changes nothing.
    """

    def __init__(self, variant: str | Variant = "chess", fen: str | None = None, *, chess960: bool = False) -> None:
        """Begins a game. `variant` is a name as of `alfil.load`, or a `Variant`.

        Raises `DefinitionError` or `PositionError`, with all findings.
        """
        self.variant = find(variant, chess960) if isinstance(variant, str) else variant
        self._moves: list[Move] = []
        self._now: Position = Position.start(self.variant) if fen is None else Position.read(self.variant, fen)

    # The position

    @property
    def uci_variant(self) -> str:
        """The name of the variant."""
        return self.variant.name

    @property
    def chess960(self) -> bool:
        """True if the setup is shuffled."""
        return self.variant.is_shuffled

    @property
    def turn(self) -> Color:
        """The side to move. With more than two sides, true if it is the first one; `side` tells which of
        the others."""
        return self._now.turn

    @property
    def side(self) -> str:
        """The word of the side to move: `white`, or such as `red`."""
        return self._now.side

    @property
    def sides(self) -> list[str]:
        """The words of the sides, in the order of turns."""
        return self.variant.sides

    @property
    def sides_out(self) -> list[str]:
        """The words of the sides that are out of the game. With two sides there are none: the game ends."""
        return self._now.sides_out

    @property
    def fullmove_number(self) -> int:
        """The number of the round, from 1. In a round, each side has a turn."""
        return self._now.fullmove

    @property
    def halfmove_clock(self) -> int:
        """The number of turns since the last capture or irreversible move."""
        return self._now.halfmoves

    @property
    def step(self) -> int:
        """The step within the turn, from 1."""
        return self._now.step

    def ply(self) -> int:
        """The number of turns before this one, by the number of the position. The turns of sides that are
        out count as well."""
        return len(self.sides) * (self.fullmove_number - 1) + self._at()

    def _at(self) -> int:
        """The place of the side to move in the order of turns."""
        return self.sides.index(self.side)

    def fen(self) -> str:
        """The position in Alfil's notation: FEN, with further fields where a game needs them."""
        return self._now.text

    def set_fen(self, fen: str) -> None:
        """Begins with a position. Raises `PositionError`, and changes nothing, if it cannot be read."""
        self._now = Position.read(self.variant, fen)
        self._moves = []

    def reset(self) -> None:
        """Goes back to the start of the variant."""
        self._now = Position.start(self.variant)
        self._moves = []

    def piece_map(self) -> dict[str, Piece]:
        """The pieces by their squares."""
        return {piece.square: piece for piece in self._now.pieces()}

    def piece_at(self, square: str) -> Piece | None:
        """The piece on a square."""
        return self.piece_map().get(square)

    def color_at(self, square: str) -> Color | None:
        """The owner of the piece on a square."""
        piece = self.piece_at(square)
        return None if piece is None else piece.color

    def pocket(self, color: Color | str) -> list[Held]:
        """The pieces in the hand of a side. `True` is the first side, `False` the second; a word names
        any."""
        return self._now.hand(color)

    # Moves

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves."""
        return LegalMoves(self)

    @property
    def move_stack(self) -> list[Move]:
        """The moves played."""
        return self._moves

    def is_legal(self, move: MoveText) -> bool:
        """True if a move is legal."""
        return self._now.is_legal(str(move))

    def why(self, move: MoveText) -> Finding | None:
        """Why a move is not legal; `None` if it is."""
        return self._now.why(str(move))

    def push(self, move: MoveText) -> Move:
        """Plays a move, and returns it."""
        played = self._now.play(str(move))
        self._moves.append(played)
        return played

    push_uci = push
    push_san = push

    def pop(self) -> Move:
        """Takes back the last move, and returns it. Raises `IndexError` if there is none."""
        move = self._moves.pop()
        self._now.take_back()
        return move

    def peek(self) -> Move:
        """The last move. Raises `IndexError` if there is none."""
        return self._moves[-1]

    def parse_uci(self, uci: str) -> Move:
        """The legal move that a text names."""
        return self._now.find(uci)

    parse_san = parse_uci

    def uci(self, move: MoveText) -> str:
        """The text of a legal move."""
        return self._now.find(str(move)).uci()

    def san(self, move: MoveText) -> str:
        """A legal move in algebraic notation."""
        return self._now.san(str(move))

    def variation_san(self, variation: list[MoveText] | list[Move] | list[str]) -> str:
        """Moves in algebraic notation, with numbers: `1. e4 e5 2. Nf3`."""
        now, words = self._now.copy(), []
        several = len(self.sides) > 2
        before = None
        for move in variation:
            place = (now.fullmove, now.side)
            san = now.san(str(move))
            # If the first side is out, the round begins with another one.
            leads = now.turn or (several and before is not None and before[0] != now.fullmove)
            if place == before or (before is not None and not leads):
                words.append(san)
            else:
                words.append(f"{now.fullmove}. {san}" if leads else f"{now.fullmove}...{san}")
            now.play(str(move))
            before = place
        return " ".join(words)

    def is_capture(self, move: MoveText) -> bool:
        """True if a legal move captures."""
        return self._now.is_capture(str(move))

    def gives_check(self, move: MoveText) -> bool:
        """True if the opponent is in check after a legal move."""
        return self._now.gives_check(str(move))

    # The end of the game

    def is_check(self) -> bool:
        """True if a royal piece of the side to move is attacked."""
        return self._now.in_check

    def outcome(self, *, claim_draw: bool = False) -> Outcome | None:
        """The end of the game; `None` while it goes on. Without `claim_draw`, limits of moves,
        repetitions and claims do not count."""
        found = self._now.outcome()
        if found is None:
            return None
        event, winner, score, claimed = found
        if claimed and not claim_draw:
            return None
        kind = _TERMINATIONS.get(event, Termination.CLAIM if claimed else Termination.GOAL)
        return Outcome(kind, winner, tuple(score), event, self._now.end() or "")

    def is_game_over(self, *, claim_draw: bool = False) -> bool:
        """True if the game has ended, or if the side to move has no legal move."""
        if self.outcome(claim_draw=claim_draw) is not None:
            return True
        return self._now.outcome() is None and self._now.end() is not None

    def result(self, *, claim_draw: bool = False) -> str:
        """`1-0`, `0-1`, `1/2-1/2`, or `*`."""
        outcome = self.outcome(claim_draw=claim_draw)
        return "*" if outcome is None else outcome.result()

    def can_claim_draw(self) -> bool:
        """True if a limit of moves, a repetition or a claim ends the game in a draw."""
        found = self._now.outcome()
        return found is not None and found[1] is None and found[3]

    def is_checkmate(self) -> bool:
        """True if the game has ended by checkmate."""
        return self._ended_by(Termination.CHECKMATE)

    def is_stalemate(self) -> bool:
        """True if the game has ended by stalemate."""
        return self._ended_by(Termination.STALEMATE)

    def is_variant_end(self) -> bool:
        """True if a goal of the definition has ended the game."""
        return self._ended_by(Termination.GOAL)

    def is_variant_win(self) -> bool:
        """True if a goal of the definition has ended the game, and the side to move has won."""
        return self._goal() > 0

    def is_variant_loss(self) -> bool:
        """True if a goal of the definition has ended the game, and the side to move has lost."""
        return self._goal() < 0

    def is_variant_draw(self) -> bool:
        """True if a goal of the definition has ended the game in a draw."""
        return self.is_variant_end() and not (self.is_variant_win() or self.is_variant_loss())

    def _ended_by(self, termination: Termination) -> bool:
        outcome = self.outcome()
        return outcome is not None and outcome.termination is termination

    def _goal(self) -> Fraction:
        """The result for the side to move, if a goal has ended the game; 0 otherwise."""
        outcome = self.outcome()
        return outcome.value(self._at()) if outcome is not None and outcome.termination is Termination.GOAL else Fraction(0)

    # Copies and texts

    def copy(self, *, stack: bool = True) -> Board:
        """The same game. Without `stack`, it begins with the present position."""
        other = type(self)(self.variant) if stack else type(self)(self.variant, self.fen())
        if stack:
            other._now = self._now.copy()
            other._moves = self._moves.copy()
        return other

    def __copy__(self) -> Board:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Board:
        other = memo[id(self)] = copy.copy(self)
        other.__dict__.update({name: copy.deepcopy(value, memo) for name, value in self.__dict__.items() if name not in _OWN})
        return other

    def __getstate__(self) -> dict[str, object]:
        """The game as a pickle has it: its first position and its moves."""
        more = {name: value for name, value in self.__dict__.items() if name not in _OWN}
        return {"variant": self.variant, "start": self.root().fen(), "moves": self._moves, "more": more}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state["more"])
        self.variant = state["variant"]
        self._now = Position.read(self.variant, state["start"])
        self._now.play_all([move.text for move in state["moves"]])
        self._moves = state["moves"]

    def root(self) -> Board:
        """The first position of the game."""
        root = self.copy()
        while root._moves:
            root.pop()
        return root

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self.variant.title == other.variant.title and self.fen() == other.fen()

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        rows = self._now.rows()
        return self._now.drawn() if rows is None else "\n".join(rows)

    def __repr__(self) -> str:
        return f"Board({self.variant.name!r}, {self.fen()!r})"

    def _repr_svg_(self) -> str:
        return self.svg()

    def svg(self) -> str:
        """A picture of the position."""
        return self._now.svg()

    # Counting and searching

    def perft(self, depth: int) -> int:
        """The number of legal move sequences of a length from 0 to 60."""
        return self._now.perft(depth)

    def divide(self, depth: int) -> dict[str, int]:
        """The number of legal move sequences after each legal move."""
        if depth < 1:
            raise ValueError("`depth` must be a number from 1")
        counts = {}
        for move in self._now.legal():
            after = self._now.copy()
            after.play(move)
            counts[move] = after.perft(depth - 1)
        return counts

    def search(self, *, nodes: int | None = None, depth: int | None = None, seconds: float | None = None) -> SearchResult | None:
        """Searches for the best move; `None` if the game is over. The first limit that is reached ends
        the search; without limits it takes one second. Ctrl-C ends it as well."""
        if nodes is None and depth is None and seconds is None:
            seconds = 1.0
        return self._now.search(nodes, depth, seconds)

    def reply(self, level: int, seed: int = 0) -> Move:
        """The move of the computer player at a level from 1 to 10. `seed` makes its mistakes
        repeatable. Raises `RefusedError` if the game is over."""
        move = self._now.reply(level, seed)
        if move is None:
            raise RefusedError([Finding("refused", f"the game is over: {self._now.end()}")])
        return move
