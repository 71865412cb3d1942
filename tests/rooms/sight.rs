//! What a side does not see must not reach it: neither by its view nor by its moves nor by texts.
//!
//! The property: take a position of a random game and a side, and change what the side cannot see.
//! Cells of which it knows nothing become empty or get any enemy piece, and on cells of which it
//! knows only that something stands there, another enemy piece stands. Then its view, its legal
//! moves by both executors, and the texts of both are the same. This covers games that `Ruleset::blind`
//! accepts: steps, slides, lame leaps, hops, double steps, captures in passing, promotions and
//! castling. With an umpire, tries take the place of legal moves, and only positions are compared of
//! which the umpire says the same. While pieces are placed unseen, the other side's pieces are placed anew. Pieces that decide the game (kings) stay, since the end of a game is announced.

use alfil::Workspace;
use alfil_board::paths::terrain::Piece;
use alfil_diagnostics::source::Sources;
use alfil_play::board::{BoardPlay, BoardPosition, Move, notation};
use alfil_play::computer::{Computer, Limits};
use alfil_play::dice::Dice;
use alfil_play::game::Game;
use alfil_play::position::{Answer, Position};
use alfil_reference::executor::Reference;
use alfil_reference::view::{Known, View};
use alfil_resolve::resolution::resolve;
use alfil_rules::side::{Color, Side};
use alfil_rules::sight::Sight;

/// Games with many ways to move under each kind of sight.
const GAMES: [(&str, &str); 6] = [
    ("fog", "extends: fog-of-war\n"),
    ("own", "extends: fog-of-war\nsight: own\n"),
    (
        "hoppers",
        "extends: fog-of-war\npieces:\n  queen: {moves: mR cpR}\n  knight: {moves: nN}\n  bishop: {moves: nA nD fnmH F}\n  rook: {moves: mR pR}\n",
    ),
    (
        "riders",
        "extends: fog-of-war\nsight: own\npieces:\n  queen: {moves: NN}\n  knight: {moves: mpB cB}\n  bishop: {moves: gB W}\n",
    ),
    ("umpire", "extends: kriegspiel\n"),
    (
        "umpire with hands",
        "extends: crazyhouse\nsight: own with umpire\npieces:\n  queen: {moves: + mR cpR}\n  knight: {moves: + nN}\n  bishop: {moves: + gB W when rank 4}\n",
    ),
];

fn game(name: &str, text: &str) -> Game {
    let (mut library, mut sources) = (alfil_definitions::library(), Sources::new());
    library.add(&mut sources, name, text);
    let resolved = resolve(name, &mut library, &mut sources).value.expect("it resolves");
    Game::compile(resolved.ruleset).value.expect("it compiles")
}

/// What reaches a side: its view, its moves by both executors, and their texts.
#[derive(PartialEq, Debug)]
struct Told {
    view: View,
    text: String,
    moves: Vec<Move>,
    slow: Vec<Move>,
    words: Vec<String>,
}

fn told(play: &BoardPlay, position: &BoardPosition, side: Side) -> Told {
    let play = BoardPlay::begin(play.program(), position.clone());
    let reference = Reference::of(play.program().arena());
    let due = position.side == side;
    // These are the legal moves, unless there is an umpire.
    let moves = if due { play.tries() } else { Vec::new() };
    let slow = match play.program().arena().rules.sight {
        _ if !due => Vec::new(),
        Sight::Umpire => reference.tries(position),
        Sight::Everything | Sight::Own | Sight::Placing | Sight::Reach => {
            reference.legal_moves(position)
        }
    };
    let words = notation::write_all(play.arena(), &moves);
    let text = play.seen_by(side).text();
    Told { view: reference.view(position, side), text, moves, slow, words }
}

/// Changes what `view` does not show. Returns how many cells changed.
fn changed(position: &mut BoardPosition, view: &View, play: &BoardPlay, dice: &mut Dice) -> usize {
    let rules = &play.program().arena().rules;
    let enemy = view.side.other();
    let decides = |name: &str| name == "king";
    let others: Vec<_> = rules
        .kinds
        .enumerate()
        .filter(|(_, kind)| !decides(&kind.name.value))
        .map(|(id, _)| id)
        .collect();
    let mut changes = 0;
    for (site, known) in view.cells.enumerate() {
        let before = position.squares[site];
        if before.is_some_and(|piece| decides(&rules.kinds[piece.kind].name.value)) {
            continue;
        }
        let kind = others[dice.below(others.len())];
        let piece = Some(Piece { side: enemy, kind });
        let after = match known {
            Known::Seen(_) => continue,
            Known::Occupied => piece,
            Known::Unknown => piece.filter(|_| dice.below(3) == 0),
        };
        changes += usize::from(before != after);
        position.squares[site] = after;
    }
    changes
}

/// The position without what only the other side knows and what its pieces must fit: its castling
/// rights, and passed cells on which `view.side` cannot capture.
fn plain(position: &BoardPosition, view: &View) -> BoardPosition {
    let View { position: seen, .. } = view;
    BoardPosition { rights: seen.rights, ep_squares: seen.ep_squares.clone(), ..position.clone() }
}

#[test]
fn what_a_side_does_not_see_changes_nothing_for_it() {
    let (mut pairs, mut cells) = (0, 0);
    for (name, text) in GAMES {
        let game = game(name, text);
        for seed in 0..if crate::is_deep() { 6 } else { 2 } {
            let (mut at, mut dice) = (game.start(), Dice::new(seed));
            for _ in 0..60 {
                let Position::Board(play) = &at else { panic!("no board") };
                for side in Side::BOTH {
                    let view = Reference::of(play.program().arena()).view(play.board(), side);
                    let one = plain(play.board(), &view);
                    // What is left out for the pair does not reach the side, either.
                    assert_eq!(play.seen_by(side).text(), told(play, &one, side).text, "{name}");
                    let mut two = one.clone();
                    cells += changed(&mut two, &view, play, &mut dice);
                    pairs += 1;
                    let (one, two) = (told(play, &one, side), told(play, &two, side));
                    let said = |told: &Told| (told.view.check, told.view.told.clone());
                    if said(&one) != said(&two) {
                        continue;
                    }
                    assert_eq!(one.text, two.text, "{name}, seed {seed}: {}", at.text());
                    assert_eq!(one.words, two.words, "{name}, seed {seed}: {}", at.text());
                    assert_eq!(one, two, "{name}, seed {seed}: {}", at.text());
                    assert_eq!(one.moves, one.slow, "{name}: {}", at.text());
                }
                let legal = at.legal();
                let Some(mv) = legal.random(&mut dice) else { break };
                drop(legal);
                at.play(&mv);
            }
        }
    }
    // The pairs differ.
    assert!(pairs > 500 && cells > 5 * pairs, "{pairs} pairs, {cells} cells");
}

/// While pieces are placed unseen, where the other side has placed its own and what it still holds
/// changes nothing for a side: neither its view, nor its moves, nor their texts.
#[test]
fn what_the_other_side_places_changes_nothing() {
    let game = game("secret", "extends: deployment\n");
    let (mut pairs, mut differ) = (0, 0);
    for seed in 0..8 {
        let (mut at, mut dice) = (game.start(), Dice::new(seed));
        for _ in 0..16 {
            let Position::Board(play) = &at else { panic!("no board") };
            for side in Side::BOTH {
                assert!(play.seen_by(side).hides(), "{}", at.text());
                let one = play.board();
                let two = placed_anew(one, side.other(), &mut dice);
                pairs += 1;
                differ += usize::from(*one != two);
                let (one, two) = (told(play, one, side), told(play, &two, side));
                assert_eq!(one.text, two.text, "seed {seed}: {}", at.text());
                assert_eq!(one, two, "seed {seed}: {}", at.text());
                assert_eq!(one.moves, one.slow, "{}", at.text());
            }
            let legal = at.legal();
            let mv = legal.random(&mut dice).expect("a piece is left to place");
            drop(legal);
            at.play(&mv);
        }
        let Position::Board(play) = &at else { panic!("no board") };
        assert!(Side::BOTH.iter().all(|&side| !play.seen_by(side).hides()), "{}", at.text());
    }
    assert!(pairs > 200 && differ > 150, "{differ} of {pairs} pairs differ");
}

/// The position with other pieces of `side` placed on its first rank. At least one stays in hand if
/// one is there now.
fn placed_anew(position: &BoardPosition, side: Side, dice: &mut Dice) -> BoardPosition {
    let mut position = position.clone();
    let ranks: Vec<_> = position.squares.ids().collect();
    let rank: Vec<_> = match side.color() {
        Color::White => ranks[..8].to_vec(),
        Color::Black => ranks[ranks.len() - 8..].to_vec(),
    };
    let mut all: Vec<_> = position.hands.held(side).collect();
    for &site in &rank {
        if let Some(piece) = position.squares[site].take() {
            position.hands.give(side, piece.kind, 1);
        }
    }
    if !all.is_empty() {
        all = position.hands.held(side).collect();
    }
    let total: usize = position.hands.held(side).map(|(_, count)| usize::from(count)).sum();
    // Without a piece in hand, all are placed again in another order.
    let wanted = if all.is_empty() { total } else { dice.below(total) };
    for _ in 0..wanted {
        let held: Vec<_> = position.hands.held(side).collect();
        let free: Vec<_> =
            rank.iter().copied().filter(|&s| position.squares[s].is_none()).collect();
        let kind = held[dice.below(held.len())].0;
        position.squares[free[dice.below(free.len())]] = Some(Piece { side, kind });
        position.hands.take(side, kind);
    }
    position
}

/// The property can fail: if pieces also appear on cells that a side knows to be empty, or vanish
/// from where it knows something, it notices.
#[test]
fn what_a_side_sees_or_knows_matters() {
    // With an umpire, a side sees no cells but those of its own pieces.
    for (name, text) in GAMES.into_iter().filter(|(name, _)| !name.starts_with("umpire")) {
        let game = game(name, text);
        let (mut at, mut dice) = (game.start(), Dice::new(1));
        let (mut seen, mut known) = (0, 0);
        for _ in 0..60 {
            let Position::Board(play) = &at else { panic!("no board") };
            let side = at.side();
            let view = Reference::of(play.program().arena()).view(play.board(), side);
            let one = plain(play.board(), &view);
            for (site, cell) in view.cells.enumerate() {
                let mut two = one.clone();
                match cell {
                    Known::Seen(None) => {
                        let pieces = one.squares.iter().flatten();
                        two.squares[site] = pieces.copied().find(|piece| piece.side != side);
                        assert_ne!(
                            told(play, &one, side),
                            told(play, &two, side),
                            "{name}: {site:?} of {}",
                            at.text()
                        );
                        seen += 1;
                    }
                    Known::Occupied => {
                        two.squares[site] = None;
                        assert_ne!(
                            told(play, &one, side),
                            told(play, &two, side),
                            "{name}: {site:?} of {}",
                            at.text()
                        );
                        known += 1;
                    }
                    Known::Seen(Some(_)) | Known::Unknown => {}
                }
            }
            let legal = at.legal();
            let Some(mv) = legal.random(&mut dice) else { break };
            drop(legal);
            at.play(&mv);
        }
        assert!(seen > 100 && known > 20, "{name}: {seen} and {known}");
    }
}

/// After each of these lines White sees the same, so the computer plays the same move.
#[test]
fn the_computer_knows_only_its_view() {
    for parent in ["fog-of-war", "kriegspiel"] {
        let game = game("dark", &format!("extends: {parent}\n"));
        let computer = Computer::new(&game, 1);
        let mut answers = Vec::new();
        // In some of them Black has lost castling rights, which White does not see.
        let lines = [
            "e2e4 b8c6 a2a3 a8b8",
            "e2e4 g7g6 a2a3 f8g7",
            "e2e4 g8h6 a2a3 h8g8",
            "e2e4 h7h6 a2a3 h8h7",
            "e2e4 d7d6 a2a3 e8d7",
        ];
        for line in lines {
            let mut at = game.start();
            for word in line.split(' ') {
                let mv = at.legal().find(word).expect("it is legal");
                at.play(&mv);
            }
            computer.forget();
            // Limits of time would make the answer depend on how busy the machine is.
            let limits = Limits { depth: Some(3), ..Limits::default() };
            let chosen = computer.best(&at, &limits, &mut Dice::new(7)).expect("the game goes on");
            let view = at.hidden_from(Side::White).expect("White does not see everything");
            answers.push((view.text(), at.legal().write(&chosen.line[0])));
        }
        assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "{answers:?}");
    }
}

/// With an umpire, every legal move is among the tries, and the umpire's answers are those of the
/// legal moves.
#[test]
fn an_umpire_allows_what_is_legal() {
    for (name, text) in GAMES {
        let game = game(name, text);
        let (mut at, mut dice) = (game.start(), Dice::new(11));
        let (mut allowed, mut refused) = (0, 0);
        for _ in 0..60 {
            let legal = at.legal().texts().expect("a board");
            let tries = at.tries().texts().expect("a board");
            assert!(legal.iter().all(|one| tries.contains(one)), "{name}: {}", at.text());
            for word in &tries {
                match at.answer(word) {
                    Answer::Yes(mv) => {
                        assert_eq!(at.legal().write(&mv), *word);
                        allowed += 1;
                    }
                    Answer::No(said) => {
                        assert!(at.has_umpire() && !legal.contains(&said), "{name}: {said}");
                        refused += 1;
                    }
                    Answer::Unknown => panic!("{name}: {word} at {}", at.text()),
                }
            }
            let Some(mv) = at.legal().random(&mut dice) else { break };
            at.play(&mv);
        }
        assert!(allowed > 300, "{name}: {allowed}");
        assert_eq!(refused > 300, name.starts_with("umpire"), "{name}: {refused}");
    }
}

/// The computer takes a queen that it sees, and does not count on what it does not see.
#[test]
fn the_computer_uses_what_it_sees() {
    let game = game("fog", "extends: fog-of-war\n");
    let computer = Computer::new(&game, 1);
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    for (position, best) in [
        ("6k1/8/8/8/q7/8/8/R3K3 w - - 0 1", "a1a4"),
        ("4k3/8/8/8/4r3/8/8/R3K3 w - - 0 1", "e1d1 e1f1 e1d2 e1f2"),
    ] {
        let read = Workspace::new().read(&game, "the position", position);
        let at = read.value.expect("it is a position");
        let chosen = computer.best(&at, &limits, &mut Dice::new(3)).expect("the game goes on");
        let text = at.legal().write(&chosen.line[0]);
        assert!(best.split(' ').any(|one| one == text), "{position}: {text}");
    }
}

/// The position of a game with hidden pieces, from its text.
fn at(rules: &str, position: &str) -> Position {
    let mut workspace = Workspace::new();
    workspace.add("hidden", rules);
    let variant = workspace.load("hidden").expect("it loads");
    variant.position(position).expect("a position")
}

/// A cell is shown only if a move that the side may have depends on it.
#[test]
fn moves_that_are_impossible_show_nothing() {
    let fog = "extends: fog-of-war\n";
    for (rules, position, side, shown) in [
        // An own knight stands between king and rook, so castling tells nothing of c1.
        (fog, "4k3/8/8/8/8/8/8/RNb1K3 w Q - 0 1", Side::White, "RN?1K1??"),
        (fog, "rnB1k3/8/8/8/8/8/8/4K3 b q - 0 1", Side::Black, "rn?1k1??"),
        (fog, "4k3/8/8/8/8/8/8/4K1nR w K - 0 1", Side::White, "???1K1nR"),
        // The rook sees the piece beside it, so castling is impossible.
        (fog, "4k3/8/8/8/8/8/8/Rb2K3 w Q - 0 1", Side::White, "Rb?1K1??"),
        // Without the right, castling tells nothing.
        (fog, "4k3/8/8/8/8/8/8/RN2K3 w - - 0 1", Side::White, "RN?1K1??"),
        (fog, "4k3/8/8/8/8/8/8/1N2K2R w K - 0 1", Side::White, "?N?1K2R"),
        // The bishop leaps over f5 to g6, but it may not go there.
        (
            "extends: fog-of-war\npieces: {bishop: {moves: nA; only when to ranks 1-4}}\n",
            "4k3/8/8/5p2/4B3/8/8/4K3 w - - 0 1",
            Side::White,
            "????????",
        ),
    ] {
        let view = at(rules, position).view(side).expect("a board").text();
        let rows: Vec<&str> = view.split(' ').next().unwrap_or_default().split('/').collect();
        // The first rank, or the fifth one.
        let row = match (rules == fog, side.color()) {
            (false, _) => rows[3],
            (true, Color::White) => rows[7],
            (true, Color::Black) => rows[0],
        };
        assert_eq!(row, shown, "{position}: {view}");
    }
}

/// After a move of the other side, only cells are marked that were seen before and after it.
#[test]
fn a_move_of_the_other_side_is_marked_where_it_was_seen() {
    for (position, word, marked) in [
        // The knight leaves a seen cell. The queen behind it is seen now, but it has not moved.
        ("3qk3/8/8/3n4/8/8/8/3RK3 b - - 0 1", "d5b6", &["d5"][..]),
        ("3qk3/8/8/3n4/8/8/8/3RK3 b - - 0 1", "d5c3", &["d5"][..]),
        ("3qk3/8/8/8/8/8/8/3RK3 b - - 0 1", "d8d4", &["d4"][..]),
        ("3qk3/8/8/8/8/8/8/3RK3 b - - 0 1", "d8d1", &["d1"][..]),
        ("q3k3/8/8/8/8/8/8/3RK3 b - - 0 1", "a8a4", &[][..]),
    ] {
        let mut now = at("extends: fog-of-war\n", position);
        now.play_text(word).expect("it is legal");
        let seen = now.view(Side::White).expect("a board");
        let graph = &seen.play().arena().graph;
        let last: Vec<&str> = seen.last().iter().map(|&site| graph.name(site)).collect();
        assert_eq!(last, marked, "{word}");
    }
}
