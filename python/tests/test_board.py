"""The names of python-chess."""

import copy
import os
import pickle
import signal
import subprocess
import sys
import threading

import pytest

import alfil


def test_a_game_of_chess():
    board = alfil.Board()
    assert (board.uci_variant, board.turn, board.ply()) == ("chess", alfil.WHITE, 0)
    assert len(board.legal_moves) == board.legal_moves.count() == len(list(board.legal_moves)) == 20
    assert "e2e4" in board.legal_moves and "e2e5" not in board.legal_moves and bool(board.legal_moves)
    move = board.push_san("e4")
    assert (move.uci(), str(move), move.from_square, move.to_square) == ("e2e4", "e2e4", "e2", "e4")
    assert (move.promotion, move.drop, move.captures) == (None, None, [])
    assert move == board.peek() and hash(move) == hash(board.move_stack[0]) and move != "e2e4"
    board.push_uci("e7e5")
    assert board.fen() == "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2"
    assert board.variation_san(["g1f3", "b8c6", "f1b5"]) == "2. Nf3 Nc6 3. Bb5"
    assert (board.fullmove_number, board.halfmove_clock, board.ply()) == (2, 0, 2)
    for text in ["Qh5", "Nc6", "Bc4"]:
        board.push_san(text)
    assert board.variation_san(["g8f6", "h5f7"]) == "3...Nf6 4. Qxf7#"
    board.push_san("Nf6")
    assert board.is_capture("h5f7") and board.gives_check("Qxf7") and not board.is_capture("a2a3")
    assert board.outcome() is None and board.result() == "*" and not board.is_game_over()
    before = board.copy()
    board.push(board.parse_san("Qxf7#"))
    outcome = board.outcome()
    assert outcome == alfil.Outcome(alfil.Termination.CHECKMATE, alfil.WHITE, ("1", "0"), "checkmate", "White wins by checkmate")
    assert (outcome.result(), board.result()) == ("1-0", "1-0")
    assert board.is_checkmate() and board.is_check() and not board.is_stalemate() and not board.legal_moves
    assert board.search() is None
    with pytest.raises(alfil.RefusedError, match="the game is over: White wins by checkmate"):
        board.reply(1)
    assert board.pop().uci() == "h5f7" and board == before and board.root() == alfil.Board()
    assert copy.copy(board) == board and board.copy(stack=False).move_stack == []
    assert str(board).splitlines()[0] == "r . b q k b . r" and board.svg().startswith("<svg")
    assert board.piece_at("f6").symbol() == "n" and board.color_at("f6") == alfil.BLACK
    assert board.piece_at("e6") is None and len(board.piece_map()) == 32
    board.reset()
    assert (board.move_stack, board.fen()) == ([], alfil.Board().fen())
    with pytest.raises(IndexError):
        board.pop()
    assert [board.perft(depth) for depth in range(4)] == [1, 20, 400, 8902]
    assert sum(board.divide(2).values()) == 400


def test_claims_hands_and_names_of_other_programs():
    board = alfil.Board("kingofthehill")
    assert board.uci_variant == "king-of-the-hill" and alfil.load("3check").name == "three-check"
    for text in "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8".split():
        board.push(text)
    assert not board.is_game_over() and board.is_game_over(claim_draw=True) and board.can_claim_draw()
    assert board.result(claim_draw=True) == "1/2-1/2"
    assert board.outcome(claim_draw=True).termination is alfil.Termination.REPETITION

    board = alfil.Board("crazyhouse", "k7/8/8/8/8/8/8/K7[QPPp] w - - 0 1")
    assert [(held.letter, held.count) for held in board.pocket(alfil.WHITE)] == [("Q", 1), ("P", 2)]
    assert board.pocket(alfil.BLACK)[0].kind == "pawn"
    drops = [move for move in board.legal_moves if move.drop == "Q"]
    assert drops and all(move.from_square is None for move in drops)

    assert alfil.load("chess", chess960=True).name == "chess960" and alfil.Board("chess", chess960=True).chess960
    hill = alfil.Board("king-of-the-hill", "7k/8/8/8/8/4K3/8/8 w - - 0 1")
    hill.push("Ke4")
    assert hill.is_variant_end() and hill.is_variant_loss() and not hill.is_variant_win() and not hill.is_variant_draw()


def test_three_and_four_sides():
    board = alfil.Board("four-player-chess")
    assert board.sides == ["red", "blue", "yellow", "green"] and board.variant.side_name("green") == "Green"
    known = []
    for move in ["d2d4", "b5c5", "d13d11", "m5l5"]:
        known.append((board.side, board.turn, board.fullmove_number, board.ply()))
        board.push(move)
    assert known == [("red", True, 1, 0), ("blue", False, 1, 1), ("yellow", False, 1, 2), ("green", False, 1, 3)]
    assert (board.side, board.fullmove_number, board.ply(), board.sides_out) == ("red", 2, 4, [])
    board.reset()
    assert board.variation_san(["d2d4", "b5c5", "d13d11", "m5l5", "e2e4"]) == "1. d4 c5 d11 l5 2. e4"
    board.push("d2d4")
    assert board.variation_san(["b5c5", "d13d11"]) == "1...c5 d11"
    assert board.pocket(True) == board.pocket("green") == [] and board.search(nodes=200).score is None
    assert {piece.side for piece in board.piece_map().values()} == set(board.sides)
    assert {piece.color for piece in board.piece_map().values() if piece.side == "yellow"} == {False}
    with pytest.raises(alfil.RefusedError, match="`white` is not a side of this game; its sides are red, blue, yellow, green"):
        board.pocket("white")

    # Red mates Blue, and later Green: the rook takes the king of the last enemy.
    board.set_fen("R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-6,yK,7/14/14/1,rR,12/3,rR,10/14/14/13,gK/14/14/bK,13/14/14/7,rK,6")
    board.push("d10a10")
    assert (board.sides_out, board.side, board.is_game_over(), board.result()) == (["blue"], "yellow", False, "*")
    board.set_fen("R-0,1,1,0-0,0,0,0-0,0,0,0-0,0,0,0-0-6,yK,7/14/14/12,rR,1/10,rR,3/14/14/14/14/14/bK,12,gK/14/14/7,rK,6")
    board.push("k10n10")
    assert (board.is_game_over(), board.result(), board.sides_out) == (True, "1-0-0-0", ["blue", "yellow", "green"])
    outcome = board.outcome()
    assert (outcome.winner, outcome.score, outcome.text) == (True, ("1", "0", "0", "0"), "Red wins by last side")
    assert [outcome.value(at) for at in range(4)] == [1, -1, -1, -1]


def test_copies_and_pickles():
    board = alfil.Board("three-check", "4k3/8/8/8/8/8/3Q4/4K2R w K - 7 12")
    for text in ["Qe2", "Kf8", "O-O", "Kg8"]:
        board.push(text)
    outcome = alfil.Outcome(alfil.Termination.GOAL, True, ("1", "0"), "goal 1", "White wins")
    for other in [copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))]:
        assert other == board and other is not board and other.move_stack == board.move_stack
        assert [move.captures for move in other.move_stack] == [move.captures for move in board.move_stack]
        assert other.root() == board.root() and other.legal_moves.count() == board.legal_moves.count()
        other.pop()
        other.push("Kg7")
        assert board.peek().uci() == "f8g8" and other.fen() != board.fen()
    # A repetition needs the history.
    knights = alfil.Board()
    for text in "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8".split():
        knights.push(text)
    assert copy.deepcopy(knights).can_claim_draw() and pickle.loads(pickle.dumps(knights)).can_claim_draw()
    both = copy.deepcopy({"one": board, "other": board, "outcome": outcome})
    assert both["one"] is both["other"] and both["one"].variant is board.variant and both["outcome"] == outcome
    assert pickle.loads(pickle.dumps(outcome)) == outcome
    # Several sides, a plane, a shuffled start, and a class of the user's own.
    for name in ["chaturaji", "continuous", "chess960"]:
        game = alfil.Board(name)
        # The first turn of Chaturaji begins with a roll, and a plane has no list of moves.
        game.push(game.reply(1) if game.variant.is_plane else next(iter(game.legal_moves)))
        assert pickle.loads(pickle.dumps(game)) == game == copy.deepcopy(game)
    noted = Noted("chess")
    noted.notes.append("a note")
    for other in [copy.deepcopy(noted), pickle.loads(pickle.dumps(noted))]:
        assert type(other) is Noted and other.notes == ["a note"] and other.notes is not noted.notes


class Noted(alfil.Board):
    """A board with an attribute of its own."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.notes = []


def test_pickles_of_definitions_of_a_program(tmp_path):
    """They are read in another process, which has not loaded the definitions."""
    name = alfil.load_variant_config("name: Pickled Camels\nextends: chess\npieces:\n  knight: {moves: C}\n")
    child = alfil.parse("name: Child\nextends: pickled-camels\n")
    boards = [alfil.Board(name), alfil.Board(child)]
    for board in boards:
        board.push("Nf4")
    (tmp_path / "boards").write_bytes(pickle.dumps(boards))
    code = "import pickle, sys; print([str(len(b.legal_moves)) + b.variant.title + b.fen() for b in pickle.load(open(sys.argv[1], 'rb'))])"
    ran = subprocess.run([sys.executable, "-c", code, tmp_path / "boards"], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == str([str(len(board.legal_moves)) + board.variant.title + board.fen() for board in boards])
    # This process uses the name for another definition now; the board keeps its own.
    packed = pickle.dumps(boards[0])
    alfil.load_variant_config("name: Pickled Camels\nextends: chess\n", name)
    assert pickle.loads(packed).perft(1) == boards[0].perft(1)


def test_an_ini_text_is_no_definition():
    with pytest.raises(alfil.DefinitionError, match="alfil import"):
        alfil.load_variant_config("[camels:chess]\ncustomPiece1 = c:C\n")


def test_a_plane_has_no_list_of_moves():
    board = alfil.Board("continuous")
    assert board.variant.is_plane and board.legal_moves
    with pytest.raises(alfil.RefusedError, match="infinitely many"):
        list(board.legal_moves)
    with pytest.raises(alfil.RefusedError):
        board.perft(1)
    move = board.reply(1)
    board.push(move)
    assert board.pop() == move and str(board)


def test_errors_have_findings_and_change_nothing():
    board = alfil.Board()
    with pytest.raises(alfil.IllegalMoveError) as caught:
        board.push("e2e5")
    error = caught.value
    assert isinstance(error, ValueError) and (error.code, error.line) == ("illegal-move", None)
    assert error.message.startswith("`e2e5` is not legal; ") and board.fen() == alfil.Board().fen()
    assert board.why("e2e5") == error.findings[0] and board.why("e2e4") is None
    with pytest.raises(alfil.PositionError) as caught:
        board.set_fen("8/8/8/8/8/8/8/K7 w")
    assert caught.value.code == "royal-not-in-setup" and caught.value.help == "place a king for Black"
    with pytest.raises(alfil.DefinitionError) as caught:
        alfil.Board("no-such-game")
    assert caught.value.code == "unknown-definition"
    text = "extends: chess\n# ♔\ncastlng: none\n"
    [finding] = alfil.check(text)
    assert (finding.code, finding.line, finding.column, finding.length) == ("unknown-key", 3, 1, 7)
    assert (finding.severity, finding.file) == ("error", "definition")
    start, end, new = finding.edit
    assert text[:start] + new + text[end:] == text.replace("castlng", "castling")
    with pytest.raises(alfil.DefinitionError) as caught:
        alfil.parse(text)
    assert caught.value.findings == [finding] and str(caught.value) == str(finding)
    for wrong in [lambda: board.perft(61), lambda: board.reply(11), lambda: board.search(seconds=-1)]:
        with pytest.raises(alfil.RefusedError):
            wrong()


def test_definitions_of_a_program(tmp_path):
    text = "name: Camel Chess\nextends: chess\npieces:\n  knight: {moves: C}\n"
    camels = alfil.parse(text)
    assert (camels.name, camels.title) == ("camel-chess", "Camel Chess") and camels.warnings == []
    name = alfil.load_variant_config(text)
    assert name == "camel-chess" and name in alfil.games()
    assert alfil.Board(name).perft(2) == alfil.Board(camels).perft(2)
    assert alfil.Board(alfil.parse("name: Two\nextends: camel-chess\n")).is_legal("Nf4")
    (tmp_path / "parent.yaml").write_text(text)
    child = f"name: Child\nextends: {tmp_path}/parent.yaml\n"
    assert alfil.parse(child, tmp_path).title == "Child"
    (tmp_path / "other").mkdir()
    for elsewhere in [tmp_path / "other", None]:
        with pytest.raises(alfil.DefinitionError):
            alfil.parse(child, elsewhere)
    with pytest.raises(alfil.DefinitionError, match="the folder cannot be used"):
        alfil.parse(child, tmp_path / "missing")
    assert alfil.load(str(tmp_path / "parent.yaml")).title == "Camel Chess"
    assert "camel" in camels.rules().lower() and camels.side_name(alfil.WHITE) == "White"
    # Another definition with the name takes its place.
    alfil.load_variant_config(text.replace("C}", "N}"), name)
    assert not alfil.Board(name).is_legal("g1f4")


def test_searches_have_limits():
    board = alfil.Board("chess", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1")
    found = board.search(nodes=2000)
    assert found.best.uci() == "g6g7" and found.line == ["Qg7#"] and found.wins_in == 1
    assert found.score > 10000 and found.depth > 0 and found.nodes > 0
    board = alfil.Board()
    assert board.search(depth=2).depth == 2
    assert board.search(seconds=0.01).best in board.legal_moves
    assert board.reply(1, seed=7) == board.reply(1, seed=7)


def test_an_interruption_ends_a_search():
    # A shell starts background jobs so that they ignore the signal.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.1, os.kill, [os.getpid(), signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        alfil.Board().search(seconds=60)
    timer.join()


def test_threads_share_a_variant():
    variant = alfil.load("chess")
    counts = []
    threads = [threading.Thread(target=lambda: counts.append(alfil.Board(variant).perft(3))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [8902] * 3
