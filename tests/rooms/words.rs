//! Tests of the English text of the rules of all shipped definitions.

use alfil_diagnostics::source::Sources;
use alfil_fuzz::{is_same, leak};
use alfil_resolve::resolution::resolve;
use alfil_rules::ruleset::Ruleset;
use alfil_text::lexicon::Lexicon;
use alfil_text::{board, explain, hands, sentences, turn};
use std::fmt::Write;

fn rules(request: &str, text: Option<&str>) -> Ruleset {
    let (mut library, mut sources) = (alfil_definitions::library(), Sources::new());
    if let Some(text) = text {
        library.add(&mut sources, request, text);
    }
    let resolved = resolve(request, &mut library, &mut sources);
    resolved.value.unwrap_or_else(|| panic!("{request}: {:?}", resolved.found)).ruleset
}

/// Returns the sentences of a game except those about movements, by heading.
fn told(rules: &Ruleset) -> Vec<(&'static str, Vec<String>)> {
    vec![
        ("zones", board::zones(rules)),
        ("turn", turn::sentences(rules)),
        ("legal", sentences::asked(rules)),
        ("attack", sentences::attacks(rules).into_iter().collect()),
        ("duty", sentences::duties(rules)),
        ("effects", sentences::effects(rules)),
        ("goals", sentences::goals(rules)),
    ]
}

/// No sentence may repeat the text of the definition or contain a word of the definition language.
#[test]
fn no_sentence_leaks_the_notation() {
    let mut wrong = String::new();
    for shipped in alfil_definitions::shipped() {
        let rules = rules(shipped.name, None);
        let written = rules.sentences().filter_map(|(question, _)| question);
        let written = written.map(|question| rules.sentence(question));
        let effects = rules.effects.iter().map(|effect| rules.effect(effect));
        let written: Vec<String> = written.chain(effects).collect();
        let names = Lexicon::of(&rules);
        let movements = rules.kinds.iter().flat_map(|kind| {
            let moves = explain::sentences(&kind.moves, &names);
            let promotions = kind.promotions.iter().map(|rule| hands::sentence(rule, &rules));
            moves.into_iter().chain(promotions).collect::<Vec<_>>()
        });
        let told = told(&rules).into_iter().flat_map(|(_, said)| said);
        for text in told.chain(movements) {
            let same = written.iter().find(|written| is_same(&text, written));
            if let Some(found) = leak(&text, &rules.counters).or(same.cloned()) {
                let _ = writeln!(wrong, "{}: {found:?} in \"{text}\"", shipped.name);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// All sentences of the shipped definitions that chess does not have. They are proofread after
/// changes.
#[test]
fn shipped_rules_match_the_snapshot() {
    let mut all = String::new();
    for shipped in alfil_definitions::shipped() {
        let rules = rules(shipped.name, None);
        let _ = writeln!(all, "{}", shipped.name);
        for (head, said) in told(&rules).into_iter().filter(|(_, said)| !said.is_empty()) {
            let _ = writeln!(all, "  {head}: {}", said.join(" "));
        }
    }
    insta::with_settings!({omit_expression => true}, { insta::assert_snapshot!(all) });
}

/// Returns the sentences about the moves of one kind.
fn moves(rules: &Ruleset, kind: &str) -> Vec<String> {
    let found = rules.kinds.iter().find(|found| found.name.value == kind);
    let found = found.unwrap_or_else(|| panic!("no {kind}"));
    explain::sentences(&found.moves, &Lexicon::of(rules))
}

/// A question about the time before and after the move becomes one clause, and an empty line gets a
/// short name.
#[test]
fn a_clear_line_is_named_once() {
    let asked = "no enemy king at vR of own king or leaving no enemy king at vR of own king";
    let text = format!("extends: chess\nevery move: {asked}\n");
    assert_eq!(
        sentences::asked(&rules("lines", Some(&text))),
        [
            "A move is legal only if the opponent's king is not on a clear file with the player's king before the \
             move or, failing that, after it."
        ]
    );
    let text = "extends: chess\nevery move: castling or (no own rook attacked and leaving no own rook attacked)\n";
    assert_eq!(
        sentences::asked(&rules("rooks", Some(text))),
        [
            "A move is legal only if it is castling, or none of the player's rooks is attacked, before the move and after it alike."
        ]
    );
}

/// No clause may contain two negations.
#[test]
fn an_exception_is_denied_once() {
    let text = "extends: chess\nevery move: not capturing any but pawn\n";
    assert_eq!(
        sentences::asked(&rules("exception", Some(text))),
        ["A move is legal only if it captures no piece other than a pawn."]
    );
}

/// Captures by leaping over one or more pieces are described as leaps, at any distance.
#[test]
fn leaps_over_captured_pieces_are_called_leaps() {
    let text = "extends: chess\npieces:\n  near: {letter: X, moves: (cafmaf)cafmW}\n  far: {letter: Y, moves: (cafmaf)cafmQ}\n  \
                stepper: {letter: Z, moves: nN}\n";
    let rules = rules("leaps", Some(text));
    assert_eq!(
        moves(&rules, "near"),
        [
            "It captures a piece one step along its rank or file by leaping over it to the empty cell just behind it.",
            "It captures two or more pieces one after another on one straight line along its rank or file, leaping \
             over each to the empty cell just behind it.",
        ]
    );
    assert_eq!(
        moves(&rules, "far"),
        [
            "It captures a piece any number of steps in any direction by leaping over it to any empty cell behind it, \
             with nothing between.",
            "It captures two or more pieces one after another on one straight line in any direction, leaping over each \
             to an empty cell behind it, with nothing else in between.",
        ]
    );
    assert_eq!(
        moves(&rules, "stepper"),
        [
            "It moves or captures by a leap of 2 by 1 cells in any direction, if the cell next to it in the longer \
          direction of the leap is empty."
        ]
    );
}

/// The text mentions attacks only if there are rules about them, and check only if there are royal
/// pieces.
#[test]
fn attacks_are_mentioned_where_they_matter() {
    assert_eq!(sentences::attacks(&rules("ultima", None)), None);
    let text = "extends: chess\npieces: {king: {royal: false}}\nevery move: same shade and no own rook attacked\n";
    let told = sentences::attacks(&rules("unroyal", Some(text))).expect("a sentence on attacks");
    assert!(!told.contains("check"), "{told}");
}

/// A check may be parried by a later step at a cost, so no sentence may say that the first step
/// must parry.
#[test]
fn the_first_move_that_is_made_parries() {
    let told = turn::sentences(&rules("white-and-black", None)).join(" ");
    assert!(told.contains("so the first move that is made must parry a check"), "{told}");
    assert!(told.contains("One piece may make both of them."), "{told}");
}
