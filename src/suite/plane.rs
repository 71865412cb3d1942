//! Planes in the suite: lines of moves, tests, records and random games.
//!
//! Owns what `line.rs`, `run.rs`, `listing.rs` and `playout.rs` do for boards, for [`PlanePlay`].
//! Invariant: nothing that a case says is left unchecked; what can only be said of cells fails with the
//! reason.

use crate::diagnostic::{Code, Diagnostic};
use crate::plane::attack;
use crate::plane::families::{Family, Leg, Motion};
use crate::plane::field::Field;
use crate::plane::interval::Short;
use crate::plane::landing::Landing;
use crate::plane::position::{PieceId, PlaneMove, Taken};
use crate::plane::program::PlaneProgram;
use crate::plane::region::Face;
use crate::plane::scalar::Vec2;
use crate::play::outcome::Reason;
use crate::play::plane::PlanePlay;
use crate::resolve::case::Case;
use crate::rules::ruleset::KindId;
use crate::rules::side::Side;
use crate::source::{Span, Spanned};
use crate::suite::listing::Group;
use crate::suite::playout::Dice;
use crate::suite::run::{CaseResult, claims, wanted};
use crate::syntax::cases::{Claim, Effect, GameMove, Listing, Player};
use crate::text::plane;

/// Plays every move of `line`. Gives the last one.
///
/// # Errors
/// `illegal-move` at the first move that is not legal.
pub fn play_all(
    play: &mut PlanePlay,
    line: &[Spanned<String>],
) -> Result<Option<PlaneMove>, Diagnostic> {
    let mut last = None;
    for (text, number) in line.iter().zip(1..) {
        last = Some(play_one(play, text, number)?);
    }
    Ok(last)
}

/// Plays the move that `text` names, the `number`th of its line from 1.
///
/// # Errors
/// `illegal-move` if it is not legal.
pub fn play_one(
    play: &mut PlanePlay,
    text: &Spanned<String>,
    number: usize,
) -> Result<PlaneMove, Diagnostic> {
    let families = play.families();
    match plane::find(play, &families, &text.value) {
        Ok(mv) => {
            play.play(&mv);
            Ok(mv)
        }
        Err(why) => {
            let title = format!("move {number}, `{}`, is not legal", text.value);
            let why = match play.outcome().filter(|_| families.is_empty()) {
                Some(outcome) => format!("the game is over: {outcome}"),
                None => why,
            };
            Err(Diagnostic::at(Code::IllegalMove, text.span, title, "not legal here").because(why))
        }
    }
}

/// The position in which a case looks: its own or the start, after its moves.
///
/// # Errors
/// Every finding about the position, or the first illegal move.
pub fn position(program: &PlaneProgram, case: &Case) -> Result<PlanePlay, Vec<Diagnostic>> {
    let mut play = match &case.position {
        None => PlanePlay::start(program),
        Some(setup) => {
            let at = PlanePlay::at(program, setup);
            at.value.ok_or(at.found)?
        }
    };
    play_all(&mut play, &case.after).map_err(|finding| vec![finding])?;
    Ok(play)
}

/// Runs every case, in order.
pub fn run(program: &PlaneProgram, cases: &[Case]) -> Vec<CaseResult> {
    let one = |case: &Case| CaseResult { span: case.span, failures: failures(program, case) };
    claims(cases).map(one).collect()
}

fn failures(program: &PlaneProgram, case: &Case) -> Vec<Diagnostic> {
    let play = match position(program, case) {
        Ok(play) => play,
        Err(found) => return found,
    };
    let mut check = Check { span: case.span, play, failures: Vec::new() };
    match &case.claim {
        Claim::Perft(counts) => check.perft(counts),
        Claim::Moves(listing) => check.moves(listing),
        Claim::Attacks { by, cells } => check.attacks(by.map(|by| by.value), cells),
        Claim::Untested { .. } => {}
        Claim::Game { moves, ends } => {
            check.game(moves);
            if let (true, Some(ends)) = (check.failures.is_empty(), ends) {
                let outcome = check.play.outcome();
                if outcome.map(|o| o.reason) != wanted(ends.value) {
                    let title = match outcome {
                        Some(outcome) => format!("the game ends otherwise: {outcome}"),
                        None => "the game is not over".to_owned(),
                    };
                    check.fail(ends.span, title, "after the last move");
                }
            }
        }
    }
    check.failures
}

struct Check {
    span: Span,
    play: PlanePlay,
    failures: Vec<Diagnostic>,
}

impl Check {
    fn fail(&mut self, span: Span, title: impl Into<String>, label: &str) {
        self.failures.push(Diagnostic::at(Code::FailedTest, span, title, label));
    }

    fn perft(&mut self, counts: &[Spanned<u64>]) {
        for (count, depth) in counts.iter().zip(1u32..) {
            let title = match self.play.perft(depth) {
                None => "these rules have infinitely many moves, so nothing can be counted".into(),
                Some(nodes) if nodes == count.value => continue,
                Some(nodes) => format!("perft {depth} is {nodes}, not {}", count.value),
            };
            return self.fail(count.span, title, "counted otherwise");
        }
    }

    fn moves(&mut self, listing: &Listing) {
        let families = self.play.families();
        let find = |play: &PlanePlay, text: &str| plane::find(play, &families, text);
        let mut named: Vec<PlaneMove> = Vec::new();
        let wanted = listing.exactly.iter().flatten().chain(&listing.including);
        for text in wanted {
            match find(&self.play, &text.value) {
                Ok(mv) => named.push(mv),
                Err(why) => {
                    self.fail(text.span, format!("`{}` is not legal", text.value), &why);
                }
            }
        }
        for text in &listing.excluding {
            if find(&self.play, &text.value).is_ok() {
                self.fail(text.span, format!("`{}` is legal", text.value), "legal here");
            }
        }
        let all = || listing.exactly.iter().flatten().chain(&listing.including);
        if let Some(from) = &listing.from {
            let begins = |t: &&Spanned<String>| t.value.starts_with(&from.value);
            let strays = all().chain(&listing.excluding).filter(|t| !begins(t));
            for text in strays.cloned().collect::<Vec<_>>() {
                let title = format!("`{}` does not begin with {}", text.value, from.value);
                self.fail(text.span, title, "not a move that this claim is about");
            }
        }
        if listing.exactly.is_some() {
            let Some(legal) = self.play.moves() else {
                return self.fail(self.span, "infinitely many moves cannot be listed", "exactly");
            };
            let from = listing.from.as_ref().map_or("", |from| from.value.as_str());
            let missing: Vec<String> = legal
                .iter()
                .filter(|mv| !named.contains(mv))
                .map(|mv| plane::write_move(&self.play, &families, mv))
                .filter(|text| text.starts_with(from))
                .collect();
            if !missing.is_empty() {
                let title = format!("legal but not listed: {}", missing.join(" "));
                self.fail(self.span, title, "legal but not listed");
            }
        }
    }

    fn attacks(&mut self, by: Option<Player>, points: &Listing) {
        let by = match by {
            Some(Player::White) => Side::White,
            Some(Player::Black) => Side::Black,
            None => self.play.side(),
        };
        if points.from.is_some() || points.exactly.is_some() {
            return self.fail(self.span, "points cannot be listed exactly", "needs cells");
        }
        let claims = points.including.iter().map(|p| (p.clone(), true));
        let claims = claims.chain(points.excluding.iter().map(|p| (p.clone(), false)));
        for (text, claim) in claims.collect::<Vec<_>>() {
            let point = text
                .value
                .split_once(',')
                .and_then(|(x, y)| Some(Vec2::new(x.parse().ok()?, y.parse().ok()?)));
            let Some(at) = point else {
                self.fail(text.span, format!("`{}` is no point", text.value), "write `4,4.5`");
                continue;
            };
            let field = Field::new(self.play.program(), self.play.now());
            if attack::attacked(&field, by.other(), at, Taken::NONE) != claim {
                let verb = if claim { "is not attacked" } else { "is attacked" };
                let title = format!("{} {verb} by {}", text.value, by.name());
                self.fail(text.span, title, verb);
            }
        }
    }

    fn game(&mut self, line: &[GameMove]) {
        for (mv, number) in line.iter().zip(1..) {
            if let Err(finding) = play_one(&mut self.play, &mv.text, number) {
                self.failures.push(finding);
                return;
            }
            let mate = || self.play.outcome().is_some_and(|o| o.reason == Reason::Checkmate);
            let problem = match mv.effect {
                Effect::Unsaid => None,
                Effect::Check if !self.play.in_check() => Some("gives no check"),
                Effect::Check if mate() => Some("is mate, not only check"),
                Effect::Mate if !mate() => Some("is not mate"),
                Effect::Check | Effect::Mate => None,
            };
            if let Some(problem) = problem {
                self.fail(mv.text.span, format!("`{}` {problem}", mv.text.value), problem);
            }
        }
    }
}

/// The families of a position by kind, each a word: `R0.5,0.5:90:[0.1,0.75)`.
pub fn by_kind(play: &PlanePlay) -> Vec<Group> {
    let (program, position) = (play.program(), play.now());
    let families = play.families();
    let group = |id: KindId| {
        let mine = families.iter().filter(|f| position.pieces[f.piece].kind == id);
        let moves: Vec<String> = mine.map(|f| word(play, f)).collect();
        let kind = program.rules().kinds[id].name.value.clone();
        (!moves.is_empty()).then_some(Group { kind, clause: None, moves })
    };
    program.rules().kinds.ids().filter_map(group).collect()
}

/// A family as one word.
fn word(play: &PlanePlay, family: &Family) -> String {
    let (program, position) = (play.program(), play.now());
    let name = |id: PieceId| plane::place(program, position, id);
    let leg = |leg: &Leg| {
        let taken: String = leg.taken.iter().map(|id| format!("x{}", name(id))).collect();
        let promotes = if leg.promotes { "=" } else { "" };
        format!("{}{taken}{promotes}", leg.at.to_string().replace(' ', ""))
    };
    let legs: String = family.legs.iter().map(leg).collect();
    match family.motion {
        Motion::Ray { bearing, .. } => format!("{}:{}:{legs}", name(family.piece), Short(bearing)),
        Motion::Turn => format!("{}@{legs}", name(family.piece)),
        Motion::Region => {
            let face = |face: &Face<Landing>| {
                let taken: String =
                    face.verdict.taken.iter().map(|id| format!("x{}", name(id))).collect();
                let promotes = if face.verdict.promotes { "=" } else { "" };
                let borders: usize = face.borders.iter().map(Vec::len).sum();
                let around = face.points.first().copied().unwrap_or_default();
                let (x, y) = (Short(around.x), Short(around.y));
                format!("({borders}~{x},{y}){taken}{promotes}")
            };
            let faces: String = family.faces.iter().map(face).collect();
            format!("{}:{faces}", name(family.piece))
        }
    }
}

/// Plays up to `plies` random moves, fewer if the game ends. Gives them as text.
pub fn playout(play: &mut PlanePlay, plies: usize, dice: &mut Dice) -> Vec<String> {
    let mut line = Vec::new();
    while line.len() < plies && play.outcome().is_none() {
        let families = play.families();
        let Some(mv) = random(play, &families, dice) else { break };
        line.push(plane::write_move(play, &families, &mv));
        play.play(&mv);
    }
    line
}

/// A move of some family: an end of one of its legs, or a hundredth part of the way between; or a point
/// within one of its faces.
pub fn random(play: &PlanePlay, families: &[Family], dice: &mut Dice) -> Option<PlaneMove> {
    let family = families.get(dice.below(families.len()))?;
    if !family.faces.is_empty() {
        let face = family.faces.get(dice.below(family.faces.len()))?;
        let to = *face.points.get(dice.below(face.points.len()))?;
        let choices = family.promotions(play.program(), play.now(), face.verdict.promotes);
        let promotion = *choices.get(dice.below(choices.len()))?;
        return Some(family.land(play.now(), face.verdict, to, promotion));
    }
    let leg = family.legs.get(dice.below(family.legs.len()))?;
    let part = match dice.below(4) {
        0 => 0.0,
        1 => 1.0,
        _ => dice.below(101) as f64 / 100.0,
    };
    let choices = family.promotions(play.program(), play.now(), leg.promotes);
    let promotion = *choices.get(dice.below(choices.len()))?;
    Some(family.play(play.now(), leg, leg.at.at(part), promotion))
}
