//! Tests of the reasons for illegal moves: expected reasons as data, and a reason for every
//! rejected move.

use alfil::{Dice, Position};
use alfil_diagnostics::diagnostic::has_errors;
use alfil_workspace::Workspace;

/// On failure, lists each differing row with the current result.
#[test]
fn rejected_moves_name_their_rule() {
    let (mut checked, mut wrong) = (0, Vec::new());
    for row in include_str!("../data/why.tsv").lines().filter(|row| !row.starts_with('#')) {
        let cells: Vec<&str> = row.split('\t').collect();
        let [name, position, mv, rule, why] = cells.as_slice() else { panic!("{row}: five cells") };
        let mut workspace = Workspace::new();
        let examined = workspace.examine(name);
        assert!(!has_errors(&examined.found), "{name}");
        let variant = alfil::load(name).expect("it has no error");
        let position = match *position {
            "-" => variant.start(),
            text => variant.position(text).unwrap_or_else(|error| panic!("{row}: {error}")),
        };
        let legal = position.legal();
        if let Some(mv) = legal.find(mv) {
            wrong.push(format!("{row}\n  is legal: {}", legal.write(&mv)));
            continue;
        }
        let refusal = legal.refusal(mv);
        // The files are read in the same order as before, so the spans are valid here.
        let said = refusal.place.map_or("-", |place| workspace.sources().slice(place));
        let reason = refusal.why.as_deref().unwrap_or("-");
        if (said, reason) != (*rule, *why) {
            wrong.push(format!("{row}\n  now: {said}\t{reason}"));
        }
        checked += 1;
    }
    assert!(wrong.is_empty() && checked > 30, "{checked} checked\n{}", wrong.join("\n"));
}

/// Reasons in other games. A row contains a definition, earlier moves, a move, and the reason why
/// it is illegal.
#[test]
fn reasons_of_house_rules() {
    let rows = [
        (
            "extends: chess\npieces:\n  pawn: {moves: fmW; lmW when black}\n",
            "e2e3",
            "e7e6",
            "the pawn may go from e7 to e6 only when not black",
        ),
        (
            "extends: chess\neffects: [when capturing then remove one any queen in a1]\n",
            "e2e4 d7d5",
            "e4d5",
            "the effect `when capturing then remove one any queen in a1` leaves nothing to choose",
        ),
        (
            "extends: white-and-black\n",
            "e2e4",
            "e5",
            "only a piece that starts on a dark cell may make step 2 of this turn",
        ),
    ];
    for (text, after, mv, why) in rows {
        let variant = alfil::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut position = variant.start();
        for played in after.split_whitespace() {
            position.play_text(played).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        }
        let legal = position.legal();
        assert!(legal.find(mv).is_none(), "{text}: {mv} is legal");
        assert_eq!(legal.refusal(mv).why.as_deref(), Some(why), "{text}");
    }
}

/// Refusals with the moves that they suggest. A row contains a shipped definition, a move at its
/// start, and the refusal.
#[test]
fn refusals_suggest_legal_moves() {
    let rows = [
        (
            "alice",
            "e2e4",
            "a cell of this board begins with the letter of its layer; did you mean: Ae2Ae4",
        ),
        (
            "alice",
            "Nf3",
            "a cell of this board begins with the letter of its layer; did you mean: Ag1Af3",
        ),
        (
            "raumschach",
            "a2a3",
            "a cell of this board begins with the letter of its layer; did you mean: Aa2Aa3 Ba2Ba3",
        ),
        (
            "raumschach",
            "zz",
            "it does not begin with a cell of this board; White has 61 moves; write a move as its start and end cells, such as `Ab1Aa3`",
        ),
        (
            "othello",
            "zz",
            "it does not begin with a cell of this board; White has 4 moves; write a move like this one: `P@e3`",
        ),
        ("ataxx", "g1f1", "the stone on g1 has no such move; to f1: P@f1"),
        (
            "chess",
            "zz",
            "it does not begin with a cell of this board; White has 20 moves; write a move as its start and end cells, such as `e2e4` or `e7e8q`",
        ),
    ];
    for (name, mv, told) in rows {
        let position = alfil::load(name).expect("it has no error").start();
        assert_eq!(position.legal().refusal(mv).to_string(), told, "{name}");
    }
}

/// Each pair of cells that starts at a piece of the side to move, but is not a legal move, must
/// have a reason.
#[test]
fn every_rejected_move_has_a_reason() {
    let mut asked = 0;
    for name in ["chess", "xiangqi", "shogi", "contrast", "progressive", "glinski", "atomic"] {
        let variant = alfil::load(name).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut position = variant.start();
        let mut dice = Dice::new(7);
        for _ in 0..12 {
            let next = |position: &Position, dice: &mut Dice| position.legal().random(dice);
            let Some(mv) = next(&position, &mut dice) else { break };
            position.play(&mv);
        }
        let legal = position.legal();
        let starts = legal.texts().expect("a list");
        let cell = |text: &str| -> Option<String> {
            let letters = text.chars().take_while(char::is_ascii_lowercase).count();
            let digits = text[letters..].chars().take_while(char::is_ascii_digit).count();
            (letters > 0 && digits > 0).then(|| text[..letters + digits].to_owned())
        };
        let mut froms: Vec<String> = starts.iter().filter_map(|text| cell(text)).collect();
        froms.sort();
        froms.dedup();
        let ends: Vec<String> =
            starts.iter().filter_map(|text| cell(&text[cell(text)?.len()..])).collect();
        for from in &froms {
            for to in ends.iter().chain(&froms) {
                let text = format!("{from}{to}");
                if legal.find(&text).is_none() {
                    let refusal = legal.refusal(&text);
                    assert!(refusal.why.is_some_and(|why| !why.is_empty()), "{name}: {text}");
                    asked += 1;
                }
            }
        }
    }
    assert!(asked > 1000, "{asked}");
}
