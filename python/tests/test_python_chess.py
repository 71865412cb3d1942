"""The same answers as python-chess, in random games of the games that both know."""

import re

import pytest

import alfil
from games import needed, playouts

chess = needed("chess")
variant = needed("chess.variant")

SHARED = {
    "chess": chess.Board,
    "crazyhouse": variant.CrazyhouseBoard,
    "king-of-the-hill": variant.KingOfTheHillBoard,
    "three-check": variant.ThreeCheckBoard,
    "atomic": variant.AtomicBoard,
    "horde": variant.HordeBoard,
    "racing-kings": variant.RacingKingsBoard,
    "antichess": variant.AntichessBoard,
}


def plain(fen, drops):
    """A position without the parts that the programs write in different ways: the count of checks, and
    the clock of games with drops, because a drop is irreversible only in Alfil."""
    fields = re.sub(r" checks=\S+| \d\+\d(?= )", "", fen).split()
    return [field for at, field in enumerate(fields) if at != 4 or not drops]


@pytest.mark.parametrize("name", SHARED)
def test_random_games(name):
    other = None
    for board in playouts(name):
        if not board.move_stack:
            other = SHARED[name]()
        else:
            other.push_uci(board.peek().uci())
        drops = board.variant.captures_to_hand
        assert plain(board.fen(), drops) == plain(other.fen(en_passant="fen"), drops)
        if other.is_insufficient_material():
            # A definition says how its game ends, so Alfil plays on.
            continue
        assert {move.uci() for move in board.legal_moves} == {move.uci() for move in other.legal_moves}
        assert (board.turn, board.fullmove_number, board.ply()) == (other.turn, other.fullmove_number, other.ply())
        assert board.is_check() == other.is_check()
        theirs = other.outcome()
        assert (board.is_game_over(), board.result()) == (other.is_game_over(), other.result())
        if not board.is_variant_end():
            assert (board.is_checkmate(), board.is_stalemate()) == (other.is_checkmate(), other.is_stalemate())
        if theirs is not None:
            assert board.outcome().winner == theirs.winner
            continue
        for move in list(board.legal_moves)[:8]:
            same = other.parse_uci(move.uci())
            # python-chess marks other ends than mate with `#`, too.
            sign = "" if name == "chess" else "+#"
            # python-chess leaves out the letter of a dropped pawn, and reads both.
            ours = board.san(move).rstrip(sign).removeprefix("P") if move.drop else board.san(move).rstrip(sign)
            assert ours == other.san(same).rstrip(sign)
            assert board.is_capture(move) == other.is_capture(same)
            assert board.gives_check(move) == other.gives_check(same)
            assert other.parse_san(board.san(move)) == same and board.parse_san(other.san(same)) == move


def test_names():
    """Everything that programs need to play a game has the name of python-chess."""
    needed = "chess960 copy fen fullmove_number gives_check halfmove_clock is_capture is_check is_checkmate is_game_over is_legal "
    needed += "is_stalemate is_variant_draw is_variant_end is_variant_loss is_variant_win legal_moves move_stack outcome parse_san "
    needed += "parse_uci peek piece_at piece_map ply pop push push_san push_uci reset result root san set_fen turn uci variation_san"
    names = set(needed.split())
    assert names <= set(dir(alfil.Board)) and names <= set(dir(chess.Board()))
