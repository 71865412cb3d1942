"""The names of pyffish, and the same answers in random games of the games that both know."""

import re

import pytest

import alfil.ffish as own
from alfil.errors import IllegalMoveError, RefusedError
from games import needed, playouts

pyffish = needed("pyffish")

# Games whose moves have the same text in both programs, with the name in pyffish if it is another.
# Amazons, duck, Janggi, Kyoto shogi and Seirawan chess are missing, because their moves have other texts.
SHARED = {
    "almost": None,
    "antichess": None,
    "ataxx": None,
    "atomic": None,
    "berolina": None,
    "breakthrough": None,
    "capablanca": None,
    "chess": None,
    "chigorin": None,
    "clobber": None,
    "coregal": None,
    "crazyhouse": None,
    "dobutsu": None,
    "extinction": None,
    "gardner": None,
    "gothic": None,
    "grand": None,
    "grasshopper": None,
    "hoppelpoppel": None,
    "horde": None,
    "janus": None,
    "king-of-the-hill": "kingofthehill",
    "knightmate": None,
    "koedem": None,
    "los-alamos": "losalamos",
    "losers": None,
    "makruk": None,
    "minishogi": None,
    "minixiangqi": None,
    "nightrider": None,
    "placement": None,
    "pocket-knight": "pocketknight",
    "racing-kings": "racingkings",
    "shako": None,
    "shatranj": None,
    "shogi": None,
    "spartan": None,
    "three-check": "3check",
    "threekings": None,
    "xiangqi": None,
}
# Every function plays all moves of a game, so only some positions are compared.
EVERY = 7
# Games with drops whose positions have no hands in pyffish.
DROPS = {"ataxx"}
NOTATIONS = {name for name in dir(pyffish) if name.startswith("NOTATION_")}
MISSING = {"error", "get_fog_fen", "has_insufficient_material", "set_option", "FEN_INVALID_PROMOTED_PIECE"}


def text(move):
    """A move of Alfil as pyffish writes it: promotions to `+P` have no letter."""
    return re.sub(r"\+[a-z]$", "+", move)


def fields(name, fen, theirs):
    """The fields of a position that both programs write in the same way.

    Alfil has other counters and always writes the passed cell of a double step. pyffish writes it only
    where it matters, and marks promoted pieces that do not revert. A drop is irreversible only in Alfil.
    """
    placement, side, castling, passed, clock, number = re.sub(r" (\w+=\S+|\d\+\d)(?= |$)", "", fen).split()
    placement, _, hands = placement.replace("~", "").partition("[")
    cells = sorted(re.findall(r"[a-z]\d+", passed)) if theirs.split()[3] != "-" else []
    clock = None if "[" in theirs or name in DROPS else clock
    return [placement, sorted(hands.strip("]")), side, castling, cells, clock, number]


def test_names():
    names = {name for name in dir(pyffish) if not name.startswith("_")}
    assert names - set(own.__all__) == MISSING | NOTATIONS - {"NOTATION_DEFAULT", "NOTATION_SAN"}
    with pytest.raises(AttributeError, match="a definition says how its game ends"):
        own.has_insufficient_material
    with pytest.raises(AttributeError, match="alfil moves NAME --as white"):
        own.get_fog_fen
    assert set(SHARED) <= set(own.variants()) and own.info() == f"Alfil {'.'.join(map(str, own.version()))}"
    assert own.variants() == sorted(set(own.variants())) and not own.two_boards("chess")
    assert [own.FEN_OK, own.VALUE_MATE, own.VALUE_DRAW] == [pyffish.FEN_OK, pyffish.VALUE_MATE, pyffish.VALUE_DRAW]


@pytest.mark.parametrize("name", SHARED)
def test_random_games(name):
    other = SHARED[name] or name
    start, theirs = own.start_fen(name), pyffish.start_fen(other)
    assert own.captures_to_hand(name) == pyffish.captures_to_hand(other)
    for board in playouts(name, games=2):
        if len(board.move_stack) % EVERY and not board.is_game_over():
            continue
        moves = [move.uci() for move in board.move_stack]
        texts = [text(move) for move in moves]
        fen = pyffish.get_fen(other, theirs, texts)
        assert fields(name, own.get_fen(name, start, moves), fen) == fields(name, fen, fen)
        legal = own.legal_moves(name, start, moves)
        over, value = own.is_immediate_game_end(name, start, moves)
        if board.is_game_over():
            if not legal and not pyffish.legal_moves(other, theirs, texts):
                assert own.game_result(name, start, moves) == sign(pyffish.game_result(other, theirs, texts))
            continue
        assert sorted(map(text, legal)) == sorted(pyffish.legal_moves(other, theirs, texts))
        assert own.gives_check(name, start, moves) == pyffish.gives_check(other, theirs, texts)
        for move in legal[:5]:
            assert own.is_capture(name, start, moves, move) == pyffish.is_capture(other, theirs, texts, text(move)), move


def sign(value):
    """A result of pyffish, which counts the moves to a mate."""
    return (value > 0) * own.VALUE_MATE - (value < 0) * own.VALUE_MATE


@pytest.mark.parametrize("name", ["chess", "crazyhouse", "capablanca", "grand", "los-alamos", "makruk", "shatranj"])
def test_algebraic_notation(name):
    other = SHARED[name] or name
    for board in playouts(name, games=1):
        if len(board.move_stack) % 20 == 0 and board.move_stack:
            moves = [text(move.uci()) for move in board.move_stack]
            sans = own.get_san_moves(name, own.start_fen(name), moves)
            assert sans == pyffish.get_san_moves(other, pyffish.start_fen(other), moves)


# Positions with a result, or none.
ENDS = [
    ("chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"),
    ("chess", "7k/8/6KQ/8/8/8/8/8 b - - 0 1"),
    ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),
    ("chess", "7k/8/8/8/8/8/8/K5R1 w - - 100 90"),
    ("king-of-the-hill", "7k/8/8/8/4K3/8/8/8 b - - 0 1"),
    ("atomic", "8/8/8/8/8/8/8/K7 b - - 0 1"),
    ("antichess", "8/8/8/8/8/8/8/n7 w - - 0 1"),
    ("xiangqi", "3k5/R8/R8/9/9/9/9/9/9/4K4 b - - 0 1"),
]


@pytest.mark.parametrize(("name", "fen"), ENDS)
def test_ends(name, fen):
    other = SHARED[name] or name
    assert own.is_immediate_game_end(name, fen, []) == ended(*pyffish.is_immediate_game_end(other, fen, []))
    assert own.is_optional_game_end(name, fen, []) == ended(*pyffish.is_optional_game_end(other, fen, []))
    if not pyffish.legal_moves(other, fen, []):
        assert own.game_result(name, fen, []) == sign(pyffish.game_result(other, fen, []))


def ended(over, value):
    """An end of pyffish, whose value has no meaning if the game goes on."""
    return (over, sign(value) if over else own.VALUE_DRAW)


def test_repetitions_and_other_functions():
    chess = own.start_fen("chess")
    shuffle = "g1f3 g8f6 f3g1 f6g8".split() * 2
    assert own.is_optional_game_end("chess", chess, shuffle) == pyffish.is_optional_game_end("chess", chess, shuffle) == (True, 0)
    with pytest.raises(RefusedError, match="the game goes on"):
        own.game_result("chess", chess, [])
    crazyhouse = own.start_fen("crazyhouse")
    for moves in [[], ["e2e4"], ["e2e4", "d7d5", "e4d5"], ["e2e4", "d7d5", "e4d5", "d8d5"]]:
        assert own.piece_to_partner("crazyhouse", crazyhouse, moves) == pyffish.piece_to_partner("crazyhouse", crazyhouse, moves)
    assert own.start_fen("chess", True) == chess
    assert own.get_san("chess", chess, "g1f3", False, own.NOTATION_SAN) == "Nf3"
    for wrong in [lambda: own.get_san("chess", chess, "g1f3", False, 2), lambda: own.get_fen("chess", chess, [], False, True)]:
        with pytest.raises(ValueError):
            wrong()
    name = own.load_variant_config("name: Camels\nextends: chess\npieces:\n  knight: {moves: C}\n")
    assert own.is_capture(name, own.start_fen(name), ["g1f4", "h7h6"], "f4g7")
    with pytest.raises(IllegalMoveError):
        own.get_fen("chess", chess, ["e2e4", "e2e4"])


def test_validation():
    chess = own.start_fen("chess")
    assert own.validate_fen(chess, "chess") == pyffish.validate_fen(chess, "chess") == own.FEN_OK
    for name in ["crazyhouse", "xiangqi", "shogi", "grand"]:
        assert own.validate_fen(own.start_fen(name), name) == own.FEN_OK
    wrong = {
        "": 0,
        "nonsense": -10,
        chess.replace("8", "7", 1): -8,
        chess.replace("p", "x", 1): -10,
        chess.replace(" w ", " x "): -6,
        chess.replace("KQkq", "xy"): -5,
        chess.replace(" - ", " z9 "): -4,
        chess.replace("K", "Q", 1).replace("KQkq", "-"): -3,
        chess.replace(" 0 1", " x 1"): -2,
        chess.replace(" 0 1", " 0 x"): -1,
    }
    assert {fen: own.validate_fen(fen, "chess") for fen in wrong} == wrong
