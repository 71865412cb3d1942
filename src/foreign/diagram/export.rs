//! Writes a game as the text of a diagram.
//!
//! Everything comes from the compiled rules. A rule without an equivalent becomes a [`Gap`] with its
//! place in the definition. A text without gaps has the same moves as the game when it is imported.

mod area;
mod castling;
mod forms;
mod gap;
mod pieces;
mod start;

use crate::foreign::diagram::cells::Symmetry;
use crate::foreign::diagram::export::forms::Forms;
use crate::foreign::diagram::export::gap::Gaps;
use crate::foreign::diagram::export::pieces::{Piece, Pieces};
use crate::foreign::gap::Gap;
use crate::play::game::Game;
use crate::resolve::resolution::Resolved;
use alfil_diagnostics::source::Sources;
use alfil_rules::condition::Condition;
use alfil_rules::goal::{Event, Verdict};
use alfil_rules::hand::{Captured, Immobile, OwnCaptured};
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::Side;
use alfil_rules::space::{Gluing, Lattice};
use alfil_rules::turn::{Pass, Turn};
use std::fmt::Write;

/// A game as a diagram.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Export {
    /// The text. `None` if a diagram cannot have the board.
    pub text: Option<String>,
    /// Everything that the text does not say, in the order in which it was found.
    pub gaps: Vec<Gap>,
}

/// Writes a game as the text of a diagram. `sources` are the texts of its files.
pub fn export(resolved: &Resolved, game: &Game, sources: &Sources) -> Export {
    let rules = game.rules();
    let mut gaps = Gaps::default();
    let Lattice::Grid { files, ranks, gluing: Gluing::Flat } = rules.space.lattice else {
        gaps.say(Some(rules.space.span), "a diagram has a flat board of squares");
        return Export { text: None, gaps: gaps.0 };
    };
    for section in &rules.space.sections {
        gaps.say(Some(section.span), "parts of the board that move");
    }
    general(rules, &mut gaps);
    let pieces = pieces::read(rules, game, sources, &mut gaps);
    let forms = forms::read(rules, &pieces, &mut gaps);
    let mut text = format!("files={files}\nranks={ranks}\n");
    let title: String = resolved.title.chars().filter(|c| !c.is_control()).collect();
    let _ = writeln!(text, "title={title}");
    head(&mut text, rules, &pieces, &forms, &mut gaps);
    for (number, at) in forms.order.iter().enumerate() {
        let Some(piece) = pieces.all.get(*at) else { continue };
        line(&mut text, piece);
        if let Some(morph) = forms.morphs.get(&number) {
            let _ = writeln!(text, "morph={morph}");
        }
    }
    let holes: Vec<&str> = rules.space.without.iter().map(|cell| cell.value.as_str()).collect();
    if !holes.is_empty() {
        let _ = writeln!(text, "hole::::{}", holes.join(","));
    }
    Export { text: Some(text), gaps: gaps.0 }
}

/// The fields above the pieces.
fn head(text: &mut String, rules: &Ruleset, pieces: &Pieces, forms: &Forms, gaps: &mut Gaps) {
    let symmetry = match pieces.symmetry {
        Symmetry::Mirror => "mirror",
        Symmetry::Rotate => "rotate",
        Symmetry::None => "none",
    };
    let _ = writeln!(text, "symmetry={symmetry}");
    let _ = writeln!(text, "promoZone={}", forms.zone);
    let _ = writeln!(text, "maxPromote={}", forms.count);
    if let Some(offset) = forms.offset {
        let _ = writeln!(text, "promoOffset={offset}");
    }
    if !forms.choice.is_empty() {
        let _ = writeln!(text, "promoChoice={}", forms.choice);
    }
    let royal = forms.order.iter().enumerate();
    let royal = royal.filter(|(_, at)| pieces.all.get(**at).is_some_and(|piece| piece.royal));
    let royal: Vec<String> = royal.map(|(number, _)| (number + 1).to_string()).collect();
    let royal = if royal.is_empty() { "0".to_owned() } else { royal.join(",") };
    let _ = writeln!(text, "royal={royal}");
    if let Some(hand) = &rules.hand {
        let kind = match hand.captured {
            Captured::Gone => 0,
            Captured::ToCaptor => 1,
            Captured::ToOwner => -1,
        };
        let _ = writeln!(text, "holdingsType={kind}");
    }
    let is_plain = rules.turn.is_plain();
    if !is_plain && is_pass(&rules.turn) {
        text.push_str("pass=1\n");
    } else if !is_plain {
        gaps.say(None, "turns of several moves");
    }
    ends(text, rules, gaps);
}

/// True if a turn is one free move that the side may leave out.
fn is_pass(turn: &Turn) -> bool {
    let mut free = turn.clone();
    let mut passes = true;
    for side in Side::BOTH {
        passes &= free.series[side].steps.len() == 1;
        for step in &mut free.series[side].steps {
            passes &= step.pass == Pass::May;
            step.pass = Pass::Never;
        }
    }
    passes && free.is_plain()
}

/// The side's result as the field names it, for the side that brought it about.
fn brought(verdict: Verdict) -> Option<&'static str> {
    match verdict {
        Verdict::Win(share) if share.is_part() => None,
        Verdict::Loss(share) if share.is_part() => None,
        Verdict::Win(_) => Some("loss"),
        Verdict::Loss(_) => Some("win"),
        Verdict::Draw => Some("draw"),
    }
}

fn ends(text: &mut String, rules: &Ruleset, gaps: &mut Gaps) {
    let ends = &rules.ends;
    for asked in ends.goals.iter().chain(&ends.claims) {
        let sentence = rules.sentence(&asked.question);
        gaps.say(Some(asked.span), format!("the end of the game by `{sentence}`"));
    }
    let has_royal = rules.kinds.iter().any(|kind| kind.royal.is_royal());
    match (ends.verdict(Event::Checkmate), has_royal) {
        (Some(Verdict::Loss(share)), true) if !share.is_part() => {}
        (None, false) => {}
        (Some(_), _) | (None, true) => gaps.say(None, "checkmate that does not lose"),
    }
    match ends.verdict(Event::Stalemate).map(brought) {
        Some(Some(result)) => {
            let _ = writeln!(text, "stalemate={result}");
        }
        Some(None) => gaps.say(None, "stalemate that gives a part of the point"),
        None => gaps.say(None, "stalemate without a result"),
    }
    let repeats = |times: u32| ends.verdict(Event::Repetition(times)).is_some();
    match (repeats(3), repeats(4)) {
        (true, _) => text.push_str("repeat=3\n"),
        (false, true) => text.push_str("repeat=4\n"),
        (false, false) => {}
    }
    // Players of diagrams agree on draws themselves, so fifty moves are no loss.
}

/// Rules that no field can say.
fn general(rules: &Ruleset, gaps: &mut Gaps) {
    if rules.every_move != Condition::Always {
        gaps.say(rules.every_move_place, "a condition on every move");
    }
    for asked in &rules.asked {
        gaps.say(Some(asked.span), format!("moves `only when {}`", rules.sentence(&asked.value)));
    }
    if rules.every_attack != rules.every_move || rules.attack_asked.len() != rules.asked.len() {
        gaps.say(None, "a restriction on attacks");
    }
    for duty in &rules.duties {
        gaps.say(Some(duty.span), format!("the duty `{}`", rules.sentence(&duty.value)));
    }
    for effect in &rules.effects {
        gaps.say(Some(effect.span), format!("the effect `{}`", rules.effect(effect)));
    }
    if let Some(shuffle) = &rules.shuffle {
        gaps.say(Some(shuffle.span), "a shuffled setup");
    }
    for homes in &rules.homes {
        gaps.say(homes.span(), "castling from cells that the setup does not show");
    }
    if let Some(hand) = &rules.hand {
        if hand.own != OwnCaptured::unsaid(hand.captured) {
            gaps.say(Some(hand.span), "where pieces go that their own side captures");
        }
        if !hand.supply.is_empty() {
            gaps.say(Some(hand.span), "an endless supply of pieces");
        }
        if hand.immobile != Immobile::Forbidden {
            gaps.say(Some(hand.span), "drops of pieces that could never move");
        }
        if !hand.no_mate.is_empty() {
            gaps.say(Some(hand.span), "drops that may not give mate");
        }
    }
    for (_, kind) in rules.kinds.enumerate() {
        if kind.attacks.is_some() {
            gaps.say(Some(kind.name.span), format!("attacks of the {}", kind.name.value));
        }
    }
}

/// The line of a piece.
fn line(text: &mut String, piece: &Piece) {
    let Piece { name, id, moves, white, black, held, .. } = piece;
    let cells = match (white.is_empty(), black.is_empty()) {
        (true, true) => String::new(),
        (_, _) => format!("{},,{}", white.join(","), black.join(",")),
    };
    let _ = write!(text, "{name}:{id}:{moves}::{cells}");
    if *held != [0, 0] {
        let _ = write!(text, ":{},{}", held[0], held[1]);
    }
    text.push('\n');
}
