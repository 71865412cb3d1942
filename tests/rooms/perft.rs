//! Tests of perft counts: against the table `data/perft.tsv`, and of the engine against the
//! reference.

use alfil_board::engine::play::Effort;
use alfil_board::engine::program::BoardProgram;
use alfil_board::model::position::BoardPosition;
use alfil_definitions::shipped;
use alfil_diagnostics::diagnostic::has_errors;
use alfil_diagnostics::index::Id;
use alfil_diagnostics::source::{SourceId, Sources, Span};
use alfil_play::board::{BoardPlay, notation, text};
use alfil_play::game::Game;
use alfil_play::position::Position;
use alfil_reference::executor::Reference;
use alfil_resolve::resolution::resolve;
use alfil_rules::question::{Lookahead, Question};
use alfil_rules::turn::KingSafety;
use alfil_syntax::definition::Role;
use alfil_syntax::scalar::Scalar;
use std::sync::atomic::{AtomicUsize, Ordering};

pub(super) fn game(name: &str) -> (Game, Role) {
    let (mut library, mut sources) = (alfil_definitions::library(), Sources::new());
    let resolved = resolve(name, &mut library, &mut sources);
    assert_eq!(resolved.found, [], "{name}");
    let resolved = resolved.value.unwrap_or_else(|| panic!("{name} does not resolve"));
    let compiled = Game::compile(resolved.ruleset);
    assert!(!has_errors(&compiled.found), "{name}: {:?}", compiled.found);
    (compiled.value.unwrap_or_else(|| panic!("{name} does not compile")), resolved.role)
}

/// The largest count of a normal run. With `ALFIL_DEEP`, which `.ci/run` sets, there is no limit.
const SHALLOW: u128 = 500_000;

#[test]
fn counts_equal_the_table() {
    let deep = crate::is_deep();
    let table = include_str!("../data/perft.tsv");
    let mut checked = 0;
    for row in table.lines().filter(|l| !l.starts_with('#')) {
        let [name, position, counts, source] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}: four columns wanted");
        };
        let known = [
            "sheet",
            "cpw",
            "fsf",
            "pychess",
            "cutechess",
            "hand",
            "brute",
            "both",
            "order",
            "pair",
            "edge",
        ];
        assert!(known.contains(&source), "{row}: unknown source");
        let game = game(name).0;
        let start = at(&game, position);
        for (depth, count) in (1..).zip(counts.split(' ')) {
            let wanted: u128 = count.parse().unwrap();
            if wanted > SHALLOW && !deep {
                break;
            }
            let counted = start.perft(depth, Effort::default());
            assert_eq!(counted, Some(wanted), "{name} {position} {depth}");
            if let (Position::Board(play), true) =
                (&start, source == "hand" || source == "both" && depth <= 2)
            {
                let slow = Reference::of(play.program().arena()).perft(play.board(), depth);
                assert_eq!(u128::from(slow), wanted, "{name} {depth}");
            }
            if let (Position::Board(_), 3) = (&start, depth) {
                let threads = Effort { threads: 2, cache: 1 << 20 };
                assert_eq!(start.perft(depth, threads), Some(wanted), "{name} in threads");
            }
            checked += 1;
        }
    }
    assert!(checked > 200, "{checked} counts were made");
}

pub(super) fn at(game: &Game, text: &str) -> Position {
    if text == "start" {
        return game.start();
    }
    let read = game.read(&Scalar::plain(text, Span::new(SourceId::only(), 0, text.len())));
    assert_eq!(read.found, [], "{text}");
    read.value.unwrap()
}

/// Starts a game on a board from the position `text`.
fn on_board(game: &Game, text: &str) -> BoardPlay {
    match at(game, text) {
        Position::Board(play) => play,
        Position::Plane(_) => panic!("{text} is no board"),
    }
}

/// The reference also lists the replies if a position has at most this many moves.
const FEW: usize = 150;
/// The greatest number of moves that the reference lists along one game without effects.
const MANY: usize = 3_000;

/// For every shipped definition, engine and reference agree: on the count for depth 2 if the start
/// has few moves, and on the moves of each position in a random game. Every position of the game is
/// read back.
#[test]
fn executors_agree_on_every_definition() {
    // This test takes longer than all others together, so it uses several threads.
    let (names, next) = (shipped().map(|d| d.name).collect::<Vec<_>>(), AtomicUsize::new(0));
    let work = || {
        while let Some(name) = names.get(next.fetch_add(1, Ordering::Relaxed)) {
            executors_agree_on(name);
        }
    };
    std::thread::scope(|scope| {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        (0..processors).for_each(|_| drop(scope.spawn(work)));
    });
}

fn executors_agree_on(name: &str) {
    let (game, role) = game(name);
    if role != Role::Game {
        return;
    }
    let board: &BoardProgram = match &game {
        Game::Board(program) => program,
        Game::Plane(program) => {
            alfil_fuzz::compare_with_judge(program, program.start());
            return;
        }
    };
    let mut now = board.start().clone();
    let mut line = alfil_fuzz::Line::new(board, &now);
    let mut found = 0;
    // A linear congruential generator is reproducible and needs no dependency.
    let mut dice = 20_010_521u64;
    // With effects or questions about attacks, the reference makes moves to find attacks, which is
    // slow.
    let rules = &board.arena().rules;
    let asked = rules.sentences().filter_map(|(question, _)| question);
    let plays_attacks = asked.map(Question::level).max() >= Some(Lookahead::Attack);
    let (plies, many) = match (rules.turn.safety, rules.has_deeds() || plays_attacks) {
        // The reference tries all ways to end the turn, and all turns after it.
        (KingSafety::EndOfTurn, _) => (15, MANY / 3),
        (KingSafety::EachStep, true) => (15, MANY / 3),
        (KingSafety::EachStep, false) => (60, MANY),
    };
    let (plies, many) = if crate::is_deep() { (plies, many) } else { (plies / 3, many / 3) };
    let first = usize::try_from(board.perft(&now, 1, Effort::default())).unwrap_or(usize::MAX);
    if first <= FEW && plies > 2 {
        assert_eq!(
            Reference::of(board.arena()).perft(&now, 2),
            board.perft(&now, 2, Effort::default()),
            "{}",
            name
        );
    }
    for _ in 0..plies {
        let moves = alfil_fuzz::compare(board, &now);
        found += moves.len();
        if moves.is_empty() || found > many {
            break;
        }
        let written = text::write(board.arena(), &now);
        assert_eq!(on_board(&game, &written).board(), &now, "{}: {written}", name);
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        now = line.play(&moves[(dice >> 33) as usize % moves.len()]);
    }
    line.take_back();
}

/// Engine and reference agree for all arrangements of sections that players can reach.
#[test]
fn executors_agree_in_every_arrangement() {
    let (game, _) = game("opposition");
    let play = on_board(&game, "start");
    let board = play.program();
    let (arena, start) = (board.arena(), board.start());
    let arrangements = arena.sections.arrangements();
    assert_eq!(arrangements, 16);
    let mut texts = std::collections::BTreeSet::new();
    for arrangement in (0..arrangements).map(Id::from_index) {
        let now = BoardPosition { arrangement, ..start.clone() };
        let written = text::write(arena, &now);
        assert_eq!(on_board(&game, &written).board(), &now, "{written}");
        alfil_fuzz::compare(board, &now);
        let fast = board.perft(&now, 2, Effort::default());
        assert_eq!(Reference::of(arena).perft(&now, 2), fast, "{written}");
        texts.insert(written);
    }
    assert_eq!(texts.len(), arrangements);
}

/// Cached counts depend on the piece that passed a cell. In Berolina Chess, two pawns may pass the
/// same cell.
#[test]
fn a_cache_changes_no_count() {
    let (game, _) = game("chess+berolina-modifier");
    let start = at(&game, "7k/8/8/8/5p2/8/4P1P1/K7 w - - 0 1");
    let cached = Effort { threads: 1, cache: 1 << 22 };
    assert_eq!(start.perft(6, cached), start.perft(6, Effort::default()));
}

/// Calls `visit` with the rows of `data/positions.tsv`, which are positions of definitions with one
/// rule each: the row, the game, the text of the position, the start of some moves, and these moves.
fn for_each_position(mut visit: impl FnMut(&str, &Game, &str, &str, &str)) {
    for row in include_str!("../data/positions.tsv").lines().filter(|l| !l.starts_with('#')) {
        let [definition, position, from, expected] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}: four columns wanted");
        };
        let (mut library, mut sources) = (alfil_definitions::library(), Sources::new());
        library.add(&mut sources, "written", definition);
        let resolved = resolve("written", &mut library, &mut sources);
        assert!(!has_errors(&resolved.found), "{definition}: {:?}", resolved.found);
        let compiled = Game::compile(resolved.value.unwrap().ruleset);
        assert!(!has_errors(&compiled.found), "{definition}: {:?}", compiled.found);
        visit(row, &compiled.value.unwrap(), position, from, expected);
    }
}

/// The moves of these positions follow from the rule in their definition.
#[test]
fn moves_of_positions_are_those_of_the_table() {
    let mut wrong = Vec::new();
    for_each_position(|row, game, position, from, expected| {
        let now = on_board(game, position);
        let mut texts = notation::write_all(now.arena(), &now.program().moves(now.board()));
        texts.retain(|text| text.starts_with(from));
        texts.sort();
        let texts = if texts.is_empty() { "-".to_owned() } else { texts.join(" ") };
        if texts != expected {
            wrong.push(format!("{row}: {texts}"));
        }
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Engine and reference list the moves of these positions and the positions after them. It is a test
/// of its own, because `.ci/mutants` runs only tests that compare nothing with the reference.
#[test]
fn executors_agree_at_the_positions_of_the_table() {
    for_each_position(|row, game, position, from, _| {
        let now = on_board(game, position);
        let written = text::write(now.arena(), now.board());
        assert_eq!(on_board(game, &written).board(), now.board(), "{row}: {written}");
        let moves = alfil_fuzz::compare(now.program(), now.board());
        for (text, mv) in notation::write_all(now.arena(), &moves).into_iter().zip(&moves) {
            if text.starts_with(from) {
                let mut line = alfil_fuzz::Line::new(now.program(), now.board());
                line.play(mv);
                line.take_back();
            }
        }
    });
}
