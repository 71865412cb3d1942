#!/usr/bin/env python3
"""Imports every section of a variants.ini and compares its moves with those of Fairy-Stockfish.

    python3 benches/peers/variants.py variants.ini
    python3 benches/peers/variants.py variants.ini --only orda shogun --games 20
    python3 benches/peers/variants.py --builtin

The other program is pyffish (Fairy-Stockfish as a library for Python; 0.0.90 is known to work). Random games
begin at the start. In each position, both programs list their legal moves as text, and both say whether the game
is over. The spellings of promotions, walls, gates and passes differ, so they are brought into one form first.

Each section is a row: how much of it is imported, the positions that were compared, and the first difference.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import random
import re
import subprocess
import tempfile


def ours(alfil, path, moves):
    """The legal moves of a position, and how the game ended."""
    command = [alfil, "moves", path, "--json"] + (["--after", " ".join(moves)] if moves else [])
    run = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if run.returncode == 2 or not run.stdout:
        raise RuntimeError((run.stderr or run.stdout).strip().replace("\n", " ")[:200])
    answer = json.loads(run.stdout)
    return [move["text"] for move in answer["moves"]], answer.get("ended")


def plain(move):
    """One of our moves in the form of the other program, as far as the text alone tells."""
    if move == "pass":
        return move
    cells = re.match(r"^([a-p]\d+)([a-p]\d+)(.*)$", move)
    if not cells:
        dropped = re.match(r"^([A-Z])@([a-p]\d+)(\+[a-z])?$", move)
        return f"+{dropped[1]}@{dropped[2]}" if dropped and dropped[3] else move
    start, end, rest = cells.groups()
    wall = re.match(r"^(.*),([A-Z])@([a-p]\d+)$", rest)
    if wall:
        return start + end + wall[1] + "," + wall[2] + wall[3]
    if re.match(r"^\+[a-z]$", rest):
        return start + end + "+"
    return start + end + re.sub(r"^x[a-p]\d+$", "", rest)


def theirs_plain(move):
    """A move of the other program in the common form."""
    cells = re.match(r"^([a-p]\d+)([a-p]\d+)(.*)$", move)
    if cells and cells[1] == cells[2] and cells[3] == "":
        return "pass"
    return move


def pairs(mine, their):
    """Which of our moves is which of theirs, and what is left of either."""
    left_mine, found = {}, []
    for move in mine:
        left_mine.setdefault(plain(move), []).append(move)
    left_their = collections.Counter()
    for move in their:
        form = theirs_plain(move)
        if left_mine.get(form):
            found.append((left_mine[form].pop(), move))
        else:
            left_their[move] += 1
    rest = [move for moves in left_mine.values() for move in moves]

    def take(want):
        for move in list(left_their):
            for mine in rest:
                if want(mine, move):
                    rest.remove(mine)
                    del left_their[move]
                    found.append((mine, move))
                    break

    def cells(move):
        return re.match(r"^[a-p]\d+[a-p]\d+", move)

    def same_cells(mine, move):
        return cells(mine) and cells(move) and cells(mine)[0] == cells(move)[0]

    def wall(mine, move):
        placed, other = re.search(r",[A-Z]@([a-p]\d+)$", mine), re.search(r",[a-p]\d+([a-p]\d+)$", move)
        if not same_cells(mine, move) or not other:
            return False
        promotes = re.sub(r",.*$", "", mine) == re.sub(r",.*$", "", move)
        return promotes and (placed is None or placed[1] == other[1])

    def gate(mine, move):
        placed = re.search(r"^([a-p]\d+)([a-p]\d+),([A-Z])@([a-p]\d+)$", mine)
        if not placed:
            return False
        own = placed[1] + placed[2] + placed[3].lower()
        rook = placed[4] + placed[1] + placed[3].lower()
        return move in (own, rook)

    # A promotion that their text marks by `+` or `-`, and ours by the letter of the other piece.
    def form(mine, move):
        return move[-1] in "+-" and move[:-1] == mine[:-1] and mine[-1].isalpha()

    # A piece that becomes its own kind stays as it is.
    def stays(mine, move):
        return mine[:-1] == move and mine[-1].isalpha()

    def castles(mine, move):
        return same_cells(mine, move) and re.search(r"\d,[a-p]\d+[a-p]\d+$", mine)

    for want in (form, stays, wall, gate, castles):
        take(want)
    return found, rest, list(left_their)


def score(ended):
    """Who won: 1 White, -1 Black, 0 nobody."""
    value = ended["score"] if ended else None
    if not value:
        return 0
    number = {"1": 1.0, "0": 0.0}
    white = value["white"]
    white = number.get(white, 0.5)
    return (white > 0.5) - (white < 0.5)


def begin(ini):
    """Loads the file in a worker."""
    if ini:
        import pyffish

        pyffish.load_variant_config(ini)


def compare(job):
    """Compares one variant. Returns its row."""
    alfil, name, path, extent, games, plies, seed = job
    import pyffish

    if name not in pyffish.variants():
        return name, extent, 0, "not known to the other program", ""
    dice = random.Random(f"{name} {seed}")
    start = pyffish.start_fen(name)
    seen = 0
    for _ in range(games):
        mine, their = [], []
        for _ in range(plies):
            where = " ".join(their)
            try:
                our_moves, ended = ours(alfil, path, mine)
            except (RuntimeError, subprocess.TimeoutExpired) as error:
                return name, extent, seen, f"error: {error}", where
            over, value = pyffish.is_immediate_game_end(name, start, their)
            their_moves = [] if over else pyffish.legal_moves(name, start, their)
            optional, _ = pyffish.is_optional_game_end(name, start, their)
            if optional:
                break
            seen += 1
            found, left, missing = pairs(our_moves, their_moves)
            if left or missing:
                difference = f"ours only {sorted(left)[:6]} theirs only {sorted(missing)[:6]}"
                if over or not our_moves:
                    difference += f" (over: ours {ended}, theirs {over})"
                return name, extent, seen, difference, where
            if not our_moves:
                black = len(their) % 2 != (" b " in start)
                result = value if over else pyffish.game_result(name, start, their)
                result = (result > 0) - (result < 0)
                if score(ended) != (-result if black else result):
                    return name, extent, seen, f"result: ours {ended}, theirs {result}", where
                break
            our, other = dice.choice(sorted(found))
            mine.append(our)
            their.append(other)
    return name, extent, seen, "", ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?")
    parser.add_argument("--builtin", action="store_true", help="the variants that the other program has built in")
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--alfil", default="target/release/alfil", help="the program that imports")
    parser.add_argument("--player", help="the program that lists moves; the same if absent")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--plies", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    player = arguments.player or arguments.alfil
    ini, jobs, keys = "", [], collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        if arguments.builtin:
            import pyffish

            reports = []
            for name in pyffish.variants():
                if arguments.only and name not in arguments.only:
                    continue
                run = subprocess.run([arguments.alfil, "import", "--builtin", name, "--json"], capture_output=True, text=True)
                reports += json.loads(run.stdout)["sections"] if run.returncode != 2 else []
                if run.returncode == 2:
                    print(f"{name:20} not built in here")
        else:
            ini = open(arguments.file, encoding="utf-8").read()
            run = subprocess.run([arguments.alfil, "import", arguments.file, "--all", "--json"], capture_output=True, text=True)
            reports = json.loads(run.stdout)["sections"]
        extents = collections.Counter()
        for report in reports:
            name, extent = report["name"], report["extent"]
            if arguments.only and name not in arguments.only:
                continue
            extents[extent] += 1
            keys.update(remark["key"] for remark in report["remarks"] if remark["weight"] == "lost")
            problems = [remark["message"] for remark in report["remarks"] if remark["weight"] in ("error", "lost")]
            for text in problems + report["findings"]:
                print(f"{name:20} {extent:10} {text}")
            if extent != "not at all":
                path = os.path.join(folder, f"{len(jobs)}.yaml")
                with open(path, "w", encoding="utf-8") as out:
                    out.write(report["definition"])
                jobs.append((player, name, path, extent, arguments.games, arguments.plies, arguments.seed))
        agreed = counted = 0
        with concurrent.futures.ProcessPoolExecutor(arguments.jobs, initializer=begin, initargs=(ini,)) as pool:
            for name, extent, seen, difference, where in pool.map(compare, jobs):
                counted += seen > 0
                agreed += seen > 0 and not difference
                print(f"{name:20} {extent:10} {seen:5} {difference or 'agrees'} {where and 'after ' + where}", flush=True)
    print("extent:", dict(extents))
    print("keys that are not carried over:", dict(keys.most_common()))
    print(f"{agreed} of {counted} that were compared agree")


if __name__ == "__main__":
    main()
