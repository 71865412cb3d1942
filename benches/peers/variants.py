#!/usr/bin/env python3
"""Imports variants of Fairy-Stockfish and compares them with that program.

    python3 benches/peers/variants.py --builtin
    python3 benches/peers/variants.py variants.ini more.ini
    python3 benches/peers/variants.py variants.ini --only orda shogun --games 20 --seed 7
    python3 benches/peers/variants.py --ends > tests/data/fairy/ends.tsv

Our side is played by `examples/referee.rs`: `cargo build --release --example referee`.

The other program is pyffish (Fairy-Stockfish as a library for Python; 0.0.90 is known to work). Each variant is
compared in three ways, and each way prints its first difference:

  start   The start positions.
  games   Random games. At each ply both programs list their legal moves. A move stands for the position that it
          leads to, so it does not matter how a program writes a move. Both must also say the same about the end of
          the game: whether it is over, or could be claimed, and who wins. A game that could be claimed goes on.
  cycles  Four quiet moves, again and again: the end by repetition. If a cycle with checks can be found, that too.
  clock   Positions just before the usual numbers of moves without progress.

A position is compared by its pieces, hands, side to move and castling rights. The exit code is 1 if a variant that
is imported completely differs.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import random
import re
import subprocess
import sys
import tempfile

# Numbers of moves without progress that some game might have.
LIMITS = (16, 20, 30, 40, 50, 60, 64, 70, 75, 80, 90, 100, 120)


class Ours:
    """A variant in our program, which answers in a process of its own."""

    def __init__(self, alfil, referee, path):
        done = subprocess.run([alfil, "export", path, "--format", "json"], capture_output=True, text=True)
        pieces = json.loads(done.stdout)["pieces"]
        self.walls = {piece["letter"] for piece in pieces if piece["owner"] == "nobody"}
        self.letters = {piece["letter"] for piece in pieces}
        self.process = subprocess.Popen(
            [referee, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def moves(self, played, position="-"):
        self.process.stdin.write(f"{position}\t{' '.join(played)}\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline() or '{"error": "the program has ended"}')
        if "error" in answer:
            raise RuntimeError(answer["error"].replace("\n", " ")[:300])
        return answer

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Place(collections.namedtuple("Place", "cells hands turn rights")):
    """A position in a form that both programs share."""


def place(text, walls=(), reverts=False, names={}):
    """Reads the text of a position. `names` gives signs of the other program the letters that we use."""
    fields = text.split()
    board, turn = fields[0], fields[1]
    hands = ""
    if "[" in board:
        board, hands = board.rstrip("]").split("[")
    cells = []
    for row in board.split("/"):
        for number, sign in re.findall(r"(\d+)|(\+?[A-Za-z*]~?)", row):
            if number:
                cells += [""] * int(number)
                continue
            if not reverts:
                sign = sign.rstrip("~")
            plain = sign.rstrip("~").upper()
            if plain in walls:
                sign = "*"
            elif plain in names:
                sign = names[plain] if sign.rstrip("~").isupper() else names[plain].lower()
            cells.append(sign)
        cells.append("/")
    rights = fields[2] if len(fields) > 4 else "-"
    return Place(tuple(cells), "".join(sorted(hands.replace("-", ""))), turn, plain_rights(rights, board))


def plain_rights(rights, board):
    """Castling rights by wings, of which some positions name the files of the rooks."""
    found, rows = set(), board.split("/")
    for letter in rights:
        row = rows[-1] if letter.isupper() else rows[0]
        king = "K" if letter.isupper() else "k"
        signs = "".join("." * int(number) if number else sign for number, sign in re.findall(r"(\d+)|([A-Za-z*])", row))
        if letter in "KQkq":
            found.add(letter)
        elif king in signs and king not in rights and letter.upper() in "ABCDEFGHIJL":
            # Beside `K` and `Q`, such letters mean gates.
            wing = "K" if ord(letter.upper()) - ord("A") > signs.index(king) else "Q"
            found.add(wing if letter.isupper() else wing.lower())
    return "".join(sorted(found))


def winner(ended):
    """Who wins in our answer: 1 White, -1 Black, 0 nobody; None if the game goes on."""
    if not ended or not ended.get("score"):
        return None
    white = {"1": 1, "0": -1}.get(ended["score"]["white"], 0)
    return white


class Theirs:
    """A variant in the other program."""

    def __init__(self, name):
        import pyffish

        self.program, self.name = pyffish, name
        self.reverts = pyffish.captures_to_hand(name)
        # A start position in a file may lack fields.
        self.start = pyffish.get_fen(name, pyffish.start_fen(name), [])

    def text(self, played, start=None):
        return self.program.get_fen(self.name, start or self.start, played, False, False, self.reverts)

    def legal(self, played, start=None):
        return self.program.legal_moves(self.name, start or self.start, played)

    def moves(self, played, start=None):
        over, _ = self.program.is_immediate_game_end(self.name, start or self.start, played)
        return [] if over else self.legal(played, start)

    def winner(self, played, start=None):
        """As `winner`, for an end that a player may have to claim as well."""
        start = start or self.start
        over, value = self.program.is_immediate_game_end(self.name, start, played)
        if not over:
            if not self.program.legal_moves(self.name, start, played):
                over, value = True, self.program.game_result(self.name, start, played)
            else:
                over, value = self.program.is_optional_game_end(self.name, start, played)
        if not over:
            return None
        white = (start.split()[1] == "w") == (len(played) % 2 == 0)
        value = (value > 0) - (value < 0)
        return value if white else -value


    def cycle(self, their, dice, checks):
        """Four moves that lead back to the same position; the first and the third give check if `checks`."""
        program, name, start = self.program, self.name, self.text(their)

        def quiet(played, most=4):
            moves = [move for move in self.legal(played, start) if back(move)]
            return dice.sample(moves, min(len(moves), most))

        def back(move):
            cells = re.match(r"^([a-p]\d+)([a-p]\d+)$", move)
            return cells and cells[1] != cells[2] and cells[2] + cells[1]

        origin = place(start).cells
        first = quiet([], 60)
        if checks:
            first = [move for move in first if program.gives_check(name, start, [move])]
        for one in first[:12]:
            for two in quiet([one]):
                threes = [back(one)]
                if checks:
                    threes += [move for move in quiet([one, two], 8) if program.gives_check(name, start, [one, two, move])]
                legal = self.legal([one, two], start)
                for three in threes:
                    four = [one, two, three, back(two)]
                    if three not in legal or back(two) not in self.legal(four[:3], start):
                        continue
                    if place(self.text(four, start)).cells == origin:
                        return four
        return None


def ends(name):
    """The end of a variant by repetition and by moves without progress, as a row of a table."""
    theirs, four = Theirs(name), None
    for seed in range(20):
        four = four or theirs.cycle([], random.Random(seed), False)
    if not four:
        return None
    names = {1: "white", 0: "draw", -1: "black"}
    repeated = clock = "-"
    for plies in range(1, 25):
        won = theirs.winner((four * 6)[:plies])
        if won is not None:
            repeated = f"{plies} {names[won]}"
            break
    fields = theirs.text(four).split()
    for plies in range(6, 301):
        fields[-2] = str(plies - 1)
        won = theirs.winner(four[:1], " ".join(fields))
        if won is not None:
            clock = f"{plies} {names[won]}"
            break
    return "\t".join([name, " ".join(four), repeated, clock])


class Difference(Exception):
    """What differs, and after which moves of the other program."""


class Pair:
    """A variant in both programs."""

    def __init__(self, alfil, referee, name, path, sample):
        self.ours, self.theirs = Ours(alfil, referee, path), Theirs(name)
        self.names = {}
        self.sample = sample
        self.seen = 0

    def place_of(self, text):
        return place(text, self.ours.walls, self.theirs.reverts)

    def place_there(self, text):
        return place(text, (), self.theirs.reverts, self.names)

    def learn(self, texts, answer):
        """A promoted piece of theirs may have a letter of its own here: the one that fits best."""
        for sign in {sign.upper() for text in texts for sign in re.findall(r"\+[A-Za-z]", text.split()[0])}:
            if sign not in self.names and sign not in self.ours.letters:
                known = {self.place_of(move["position"]) for move in answer["moves"]}

                def fit(letter):
                    self.names[sign] = letter
                    return sum(self.place_there(text) in known for text in texts), letter

                self.names[sign] = max(map(fit, sorted(self.ours.letters)))[1]

    def check(self, dice, mine, their):
        """Compares one position with its moves, by the positions that they lead to. Each call of the other
        program takes milliseconds, so of many moves only some are followed. Returns pairs of moves."""
        self.seen += 1
        answer = self.ours.moves(mine)
        self.check_end(answer, their)
        here = self.theirs.text(their)
        moves = self.theirs.moves(their)
        where = f"after {' '.join(their)}" if their else "at the start"
        # A list of moves after the end of the game is no difference.
        if answer["ended"] and not moves:
            return []
        texts = {move["text"] for move in answer["moves"]}
        followed = dice.sample(moves, min(len(moves), self.sample))
        other = [move for move in moves if move not in texts]
        followed = sorted({*followed, *dice.sample(other, min(len(other), 3 * self.sample))})
        # A position says all that the next one depends on.
        after = {move: self.theirs.text([move], here) for move in followed}
        self.learn(after.values(), answer)
        mine_there = collections.defaultdict(list)
        for move in answer["moves"]:
            mine_there[self.place_of(move["position"])].append(move["text"])
        pairs, left = [], []
        for move in followed:
            same = mine_there[self.place_there(after[move])]
            if same:
                pairs.append((same.pop(), move))
            else:
                left.append(move)
        rest = []
        if left or len(answer["moves"]) != len(moves):
            same = {ours for ours, _ in pairs} | set(moves)
            rest = [move for move in texts if move not in same]
            counts = f"{len(answer['moves'])} moves here, {len(moves)} there: "
            raise Difference(f"{counts}only here {sorted(rest)[:6]}, only there {left[:6]} {where}")
        return pairs

    def check_end(self, answer, their, start=None):
        """Compares who has won, or could claim it."""
        one, two = winner(answer["ended"]), self.theirs.winner(their, start)
        if one != two:
            where = f"after {' '.join(their)}" if their else "at the start"
            reason = (answer["ended"] or {}).get("reason")
            raise Difference(f"winner here {one} ({reason}), there {two} {where}")

    def check_start(self):
        here, there = self.place_of(self.ours.moves([])["position"]), self.place_there(self.theirs.text([]))
        differ = [name for name in Place._fields if getattr(here, name) != getattr(there, name)]
        if differ:
            raise Difference("; ".join(f"{n}: here {getattr(here, n)}, there {getattr(there, n)}" for n in differ))

    def check_game(self, dice, plies):
        """A random game. Returns its moves in both forms."""
        mine, their = [], []
        for _ in range(plies):
            pairs = self.check(dice, mine, their)
            if not pairs:
                break
            our, other = dice.choice(sorted(pairs))
            mine.append(our)
            their.append(other)
        return mine, their

    def follow(self, mine, moves, their):
        """Our moves for some of theirs, by the positions they lead to. Compares the end after each."""
        mine, their = list(mine), list(their)
        for move in moves:
            answer = self.ours.moves(mine)
            self.check_end(answer, their)
            after = self.theirs.text([move], self.theirs.text(their))
            self.learn([after], answer)
            after = self.place_there(after)
            found = [one["text"] for one in answer["moves"] if self.place_of(one["position"]) == after]
            if not found or move not in self.theirs.moves(their):
                return mine, their
            mine.append(found[0])
            their.append(move)
        self.check_end(self.ours.moves(mine), their)
        return mine, their

    def check_cycles(self, dice, games, checks):
        """A cycle in a position of some game. Returns whether one was found."""
        for mine, their in games:
            ends = [0, len(their) // 3, len(their) * 2 // 3]
            if checks:
                ends = dice.sample(range(len(their) + 1), min(len(their) + 1, 8))
            for end in ends:
                four = self.theirs.cycle(their[:end], dice, checks)
                if four:
                    self.follow(mine[:end], four * 5, their[:end])
                    return True
        return False

    def check_clock(self, dice, games):
        """The end by moves without progress, one ply before and at each usual number."""
        for mine, their in [([], []), *games]:
            end = len(their) // 2
            four = self.theirs.cycle(their[:end], dice, False)
            if four:
                break
        else:
            return False
        mine, their = self.follow(mine[:end], four, their[:end])
        here, there = self.ours.moves(mine)["position"], self.theirs.text(their)
        again = self.follow(mine, four[:2], their)[0][len(mine) :]
        if len(again) < 2:
            return False
        for limit in LIMITS:
            clock = limit * 2 - 2
            fields = there.split()
            fields[-2] = str(clock)
            start = " ".join(fields)
            position = re.sub(r" \d+ (\d+)( [a-z]+=|$)", rf" {clock} \1\2", here, count=1)
            # Counters of other things, such as passes, are small after these few quiet moves.
            number = lambda found: f"={clock}" if int(found[1]) >= 4 else found[0]
            position = re.sub(r"=(\d+)\b", number, position)
            for plies in (1, 2):
                try:
                    self.check_end(self.ours.moves(again[:plies], position), four[:plies], start)
                except Difference as difference:
                    raise Difference(f"{difference} from {start}") from None
        return True


def begin(files):
    """Loads the files in a worker."""
    import pyffish

    for text in files:
        pyffish.load_variant_config(text)


def compare(job):
    """Compares one variant. Returns its row."""
    programs, name, path, extent, games, plies, seed, sample, only = job
    import pyffish

    if name not in pyffish.variants():
        return name, extent, 0, [], ["not known to the other program"]
    dice = random.Random(f"{name} {seed}")
    done, differ = [], []
    try:
        pair = Pair(*programs, name, path, sample)
    except (OSError, KeyError, ValueError) as error:
        return name, extent, 0, [], [f"error: {error}"]
    played = []

    def attempt(part, act):
        if part not in only:
            return
        try:
            if act() is not False:
                done.append(part)
        except Difference as difference:
            differ.append(f"{part}: {difference}")
        except RuntimeError as error:
            differ.append(f"{part}: error: {error}")

    attempt("start", pair.check_start)
    for _ in range(games):
        attempt("games", lambda: played.append(pair.check_game(dice, plies)))
        if differ:
            break
    played = played or [([], [])]
    attempt("cycles", lambda: pair.check_cycles(dice, played, False))
    attempt("checks", lambda: pair.check_cycles(dice, played, True))
    attempt("clock", lambda: pair.check_clock(dice, played))
    pair.ours.close()
    return name, extent, pair.seen, sorted(set(done)), differ


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--builtin", action="store_true", help="the variants that the other program has built in")
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--parts", nargs="*", default=["start", "games", "cycles", "checks", "clock"])
    parser.add_argument("--alfil", default="target/release/alfil", help="the program that imports")
    parser.add_argument("--referee", default="target/release/examples/referee", help="the program that lists moves")
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--plies", type=int, default=40)
    parser.add_argument("--sample", type=int, default=10, help="the moves of a position that are followed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--ends", action="store_true", help="only write how each built-in variant ends")
    arguments = parser.parse_args()
    programs = (arguments.alfil, arguments.referee)
    import pyffish

    if arguments.ends:
        print("# How the built-in variants of pyffish 0.0.90 end: the name, four moves that can go on for ever, the ply")
        print("# at which their repetition ends the game and who wins, and the same for plies without progress.")
        for row in filter(None, map(ends, pyffish.variants())):
            print(row, flush=True)
        return False
    reports = []
    if arguments.builtin:
        for name in pyffish.variants():
            if arguments.only and name not in arguments.only:
                continue
            done = subprocess.run(
                [arguments.alfil, "import", "--builtin", name, "--json"], capture_output=True, text=True
            )
            reports += json.loads(done.stdout)["sections"] if done.returncode != 2 else []
            if done.returncode == 2:
                print(f"{name:20} not built in here")
    files = []
    for file in arguments.files:
        with open(file, encoding="utf-8") as text:
            files.append(text.read())
        done = subprocess.run([arguments.alfil, "import", file, "--all", "--json"], capture_output=True, text=True)
        reports += json.loads(done.stdout)["sections"]
    jobs, keys, extents = [], collections.Counter(), collections.Counter()
    agreed = counted = wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for report in reports:
            name, extent = report["name"], report["extent"]
            if arguments.only and name not in arguments.only:
                continue
            extents[extent] += 1
            lost = [remark for remark in report["remarks"] if remark["weight"] in ("error", "lost")]
            keys.update(remark["key"] for remark in lost)
            findings = [str(finding) for finding in report["findings"]]
            for text in [remark["message"] for remark in lost] + findings:
                print(f"{name:20} {extent:10} {text}")
            if extent != "not at all":
                path = os.path.join(folder, f"{len(jobs)}.yaml")
                with open(path, "w", encoding="utf-8") as out:
                    out.write(report["definition"])
                games = (arguments.games, arguments.plies, arguments.seed, arguments.sample, arguments.parts)
                jobs.append((programs, name, path, extent, *games))
        with concurrent.futures.ProcessPoolExecutor(arguments.jobs, initializer=begin, initargs=(files,)) as pool:
            for name, extent, seen, done, differ in pool.map(compare, jobs):
                counted += seen > 0
                agreed += seen > 0 and not differ
                wrong += extent == "complete" and seen > 0 and bool(differ)
                print(f"{name:20} {extent:10} {seen:5} {'' if differ else 'agrees: '}{' '.join(done)}", flush=True)
                for text in differ:
                    print(f"{name:20} {extent:10} DIFFERS {text}", flush=True)
    print("extent:", dict(extents))
    print("keys that are not carried over:", dict(keys.most_common()))
    print(f"{agreed} of {counted} that were compared agree; {wrong} that are complete differ")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
