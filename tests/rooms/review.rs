//! Tests of values in words and of verdicts on moves.

use super::perft::{at, game};
use alfil_play::computer::{Computer, Limits};
use alfil_play::review::{Fault, Searched, Verdict};

fn searched(name: &str, position: &str, depth: u32) -> Searched {
    let (game, _) = game(name);
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    Searched::new(&Computer::new(&game, 1), &at(&game, position), &limits)
}

#[test]
fn values_are_told_for_white() {
    let rows = [
        ("chess", "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "#1", "White wins in 1 turn"),
        // With Black to move, the same win takes White as many turns of its own.
        ("chess", "7k/8/6K1/8/8/8/8/R7 b - - 0 1", "#1", "White wins in 1 turn"),
        ("chess", "7K/8/6k1/8/8/8/8/r7 b - - 0 1", "#-1", "Black wins in 1 turn"),
        ("chess", "R6k/8/6K1/8/8/8/8/8 b - - 0 1", "1–0", "White wins by checkmate"),
        ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "½–½", "draw by stalemate"),
        // The win needs two steps, which are one turn.
        ("marseillais", "7k/8/4K3/8/8/8/8/R7 w - - 0 2", "#1", "White wins in 1 turn"),
    ];
    for (name, position, text, words) in rows {
        let value = searched(name, position, 3).value.expect("a value");
        assert_eq!(
            (value.to_string().as_str(), value.words().as_str()),
            (text, words),
            "{position}"
        );
    }
}

#[test]
fn estimates_name_the_side_that_is_ahead() {
    let rows = [
        ("4k3/8/8/8/8/8/PP6/3QK3 b - - 0 1", "+", "White is "),
        ("3qk3/pp6/8/8/8/8/8/4K3 w - - 0 1", "-", "Black is "),
        // Less than a pawn has a sign, too.
        ("4k3/p7/8/8/8/8/8/4K3 w - - 0 1", "-", "Black is "),
    ];
    for (position, sign, words) in rows {
        let value = searched("chess", position, 2).value.expect("a value");
        assert!(value.to_string().starts_with(sign), "{position}: {value}");
        assert!(value.words().starts_with(words), "{position}: {}", value.words());
        assert_eq!(value.share() > 0.5, sign == "+", "{position}: {}", value.share());
    }
}

/// Each row has a position, a move, and the sign of its fault.
#[test]
fn bad_moves_are_marked() {
    let rows = [
        (
            "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2",
            "g2g4",
            Some(Fault::Blunder),
        ),
        ("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "d8h4", None),
        // The queen is lost, or the win of a queen is missed.
        ("4k3/8/8/3p4/8/8/8/3QK3 w - - 0 1", "d1d5", None),
        ("4k3/4p3/3p4/8/8/8/8/3QK3 w - - 0 1", "d1d6", Some(Fault::Blunder)),
    ];
    let (game, _) = game("chess");
    let computer = Computer::new(&game, 1);
    let limits = Limits { depth: Some(4), ..Limits::default() };
    for (position, text, fault) in rows {
        let before = at(&game, position);
        let played = before.legal().find(text).expect("a legal move");
        let mut after = before.clone();
        after.play(&played);
        computer.forget();
        let searches = [&before, &after].map(|at| Searched::new(&computer, at, &limits));
        let verdict = Verdict::of(before.side(), &played, &searches[0], &searches[1]);
        let verdict = verdict.expect("both have values");
        assert_eq!(verdict.fault, fault, "{text}: {verdict:?}");
        assert_eq!(verdict.loss > 100, fault.is_some(), "{text}: {verdict:?}");
    }
}
