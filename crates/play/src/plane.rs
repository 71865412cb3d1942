//! A game in play on a plane. [`Position`](crate::position::Position) forwards to the methods
//! of [`PlanePlay`].

pub(crate) mod evidence;
mod listing;
pub mod notation;
pub mod reading;
pub mod reason;
pub mod text;

pub use alfil_plane::geometry::curve::Ellipse;
pub use alfil_plane::geometry::interval::{End, Interval};
pub use alfil_plane::geometry::outline::{Border, Oval};
pub use alfil_plane::geometry::region::Face;
pub use alfil_plane::geometry::scalar::Step;
pub use alfil_plane::geometry::scalar::{Vec2, Vector};
pub use alfil_plane::model::position::{
    Path, PieceId, PieceSet, PlaneMove, PlanePosition, Promotes,
};
pub use alfil_plane::moves::families::{Family, Leg, Motion};
pub use alfil_plane::moves::safety::Landing;
pub use alfil_plane::space::surface::{Image, Surface};
pub use alfil_plane::space::track::Rotation;
pub use text::PlanePlay;

use crate::dice::Dice;
use crate::resources::{Count, Effort};
use crate::terms::{Group, Refusal, Turn, readings};
use alfil_clock::meter::{self, Limit};
use alfil_diagnostics::diagnostic::{Code, Diagnostic};
use alfil_diagnostics::source::{Sources, Spanned};
use alfil_plane::model::program::Field;
use alfil_plane::model::program::PlaneProgram;
use alfil_plane::moves::attack;
use alfil_plane::moves::families;
use alfil_plane::rules::question;
use alfil_rules::ids::KindId;
use alfil_rules::outcome::{Outcome, Standing};
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::Side;

impl PlanePlay {
    /// Parses a point such as `4,4.5`, or `4,4.5,7` in a box.
    fn point(&self, place: &Spanned<String>) -> Result<Vector, Diagnostic> {
        reading::point(&self.program, &place.value).ok_or_else(|| {
            let title = format!("`{}` is not a point", place.value);
            let label =
                if self.program.surface().is_box() { "write `4,4.5,7`" } else { "write `4,4.5`" };
            Diagnostic::at(Code::FailedTest, place.span, title, label)
        })
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Ruleset {
        self.program.rules()
    }

    pub(crate) fn turn(&self) -> Turn {
        Turn { side: self.now.side, step: 1, fullmove: self.now.fullmove }
    }

    /// The text of the position.
    pub fn text(&self) -> String {
        text::write(&self.program, &self.now)
    }

    /// Reads a legal move of the position. An error is the reason why it is not legal.
    pub fn read_move(&self, text: &str) -> Result<PlaneMove, String> {
        notation::find(self, &self.legal(), text)
    }

    /// Writes a legal move of the position, such as `R4,1:90:2`.
    pub fn move_text(&self, mv: &PlaneMove) -> String {
        notation::write_move(self, &self.legal(), mv)
    }

    /// Writes the piece and the motion of a family, such as `R4,1 along 90`.
    pub fn way_text(&self, family: &Family) -> String {
        listing::way(self, family)
    }

    /// Writes what a move captures and what it promotes to, such as ` x p4,7 =Q`. Empty for other moves.
    pub fn effect_text(&self, taken: PieceSet, promotion: Option<KindId>) -> String {
        let kinds = &self.rules().kinds;
        let becomes = promotion.map(|kind| format!(" ={}", kinds[kind].letter));
        text::captures(&self.program, &self.now, taken) + &becomes.unwrap_or_default()
    }

    /// The game from the position after a legal move. It has no earlier positions.
    pub fn continued(&self, mv: &PlaneMove) -> PlanePlay {
        PlanePlay::begin(&self.program, self.after(mv))
    }

    /// All families of legal moves. Each call generates them again.
    pub fn legal(&self) -> Vec<Family> {
        question::legal(&self.program, &self.now)
    }

    pub(crate) fn find(&self, legal: &[Family], text: &str) -> Option<PlaneMove> {
        readings(text).find_map(|text| notation::find(self, legal, text).ok())
    }

    pub(crate) fn refusal(&self, legal: &[Family], text: &str) -> Refusal {
        let why = match self.outcome().filter(|_| legal.is_empty()) {
            Some(outcome) => Some(format!("the game is over: {outcome}")),
            None => notation::find(self, legal, text).err(),
        };
        Refusal { why, ..Refusal::default() }
    }

    pub(crate) fn write(&self, legal: &[Family], mv: &PlaneMove) -> String {
        notation::write_move(self, legal, mv)
    }

    pub(crate) fn san(&self, legal: &[Family], mv: &PlaneMove) -> String {
        self.write(legal, mv)
    }

    pub(crate) fn texts(&self, legal: &[Family]) -> Option<Vec<String>> {
        let all = self.list(legal)?;
        Some(all.iter().map(|mv| self.write(legal, mv)).collect())
    }

    pub(crate) fn list(&self, legal: &[Family]) -> Option<Vec<PlaneMove>> {
        let finite = legal.is_empty() || self.program.is_discrete();
        finite.then(|| all_moves(&self.program, &self.now, legal))
    }

    /// A random move: an end of an interval, one of 100 steps between its ends, a point of a
    /// region, or a capture without moving.
    pub(crate) fn random(&self, legal: &[Family], dice: &mut Dice) -> Option<PlaneMove> {
        let family = legal.get(dice.below(legal.len()))?;
        if !family.faces.is_empty() {
            let face = family.faces.get(dice.below(family.faces.len()))?;
            let to = *face.points.get(dice.below(face.points.len()))?;
            let choices = family.promotions(&self.program, &self.now, face.verdict.promotes);
            let promotion = *choices.get(dice.below(choices.len()))?;
            return Some(family.land(&self.program, &self.now, face.verdict, to, promotion));
        }
        if !family.shots.is_empty() {
            let shot = *family.shots.get(dice.below(family.shots.len()))?;
            let choices = family.promotions(&self.program, &self.now, shot.promotes);
            let promotion = *choices.get(dice.below(choices.len()))?;
            return Some(family.shoot(&self.now, shot, promotion));
        }
        let leg = family.legs.get(dice.below(family.legs.len()))?;
        let part = match dice.below(4) {
            0 => 0.0,
            1 => 1.0,
            _ => dice.below(101) as f64 / 100.0,
        };
        let choices = family.promotions(&self.program, &self.now, leg.promotes);
        let promotion = *choices.get(dice.below(choices.len()))?;
        Some(family.play(&self.program, &self.now, leg, leg.at.at(part), promotion))
    }

    /// Plays a legal move of this position.
    pub fn play(&mut self, mv: &PlaneMove) {
        let next = self.after(mv);
        self.past.push((std::mem::replace(&mut self.now, next), mv.clone()));
    }

    pub(crate) fn take_back(&mut self) -> Option<PlaneMove> {
        let (then, mv) = self.past.pop()?;
        self.now = then;
        Some(mv)
    }

    pub(crate) fn plies(&self) -> usize {
        self.past.len()
    }

    /// True if the side to move is in check.
    pub fn in_check(&self) -> bool {
        question::in_check(&self.program, &self.now, self.now.side)
    }

    /// How the game has ended. `None` if it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        Standing {
            side: self.turn().side,
            has_move: families::has_move(&self.program, &self.now),
            halfmoves: self.now.halfmoves,
            playing: Side::BOTH.len(),
            goal: question::met(&self.program, &self.now, &self.rules().ends.goals),
            claim: question::met(&self.program, &self.now, &self.rules().ends.claims),
        }
        .outcome(self.rules().ends.iter(), || self.in_check(), || self.times())
    }

    pub(crate) fn perft(&self, depth: u32, _: Effort) -> Option<u128> {
        let counted = || count(&self.program, &self.now, depth, Limit::none());
        self.program.is_discrete().then(counted)
    }

    pub(crate) fn perft_within(&self, depth: u32, limit: Limit) -> Count {
        if !self.program.is_discrete() {
            return Count::Endless;
        }
        let count = count(&self.program, &self.now, depth, limit);
        if limit.is_over() { Count::TooMuch } else { Count::Sequences(count) }
    }

    pub(crate) fn by_kind(&self, legal: &[Family]) -> Vec<Group> {
        listing::sentences(self, legal)
    }

    pub(crate) fn by_clause(&self, _: Option<&Sources>) -> Vec<Group> {
        listing::words(self, &self.legal())
    }

    pub(crate) fn places(&self) -> Option<Vec<String>> {
        None
    }

    pub(crate) fn attacked(
        &self,
        place: &Spanned<String>,
        from: Option<&Spanned<String>>,
        by: Side,
    ) -> Result<bool, Diagnostic> {
        if let Some(from) = from {
            let title = "on a plane, the attacks of a single piece cannot be listed";
            return Err(Diagnostic::at(Code::FailedTest, from.span, title, "needs cells"));
        }
        let at = self.point(place)?;
        let field = Field::new(&self.program, &self.now);
        Ok(attack::attacked(&field, by.other(), at, PieceSet::NONE))
    }

    pub(crate) fn place(&self, _: &Spanned<String>) -> Result<(), Diagnostic> {
        Ok(())
    }

    pub(crate) fn is_place(&self, word: &str) -> bool {
        !word.contains([':', '@']) && word.contains(',')
    }

    pub(crate) fn starts(&self, mv: &PlaneMove, place: &str) -> bool {
        self.stands(mv.piece, place)
    }

    pub(crate) fn spelt(&self, text: &str, place: Option<&str>) -> Result<(), String> {
        match place {
            Some(place) if !text.starts_with(place) => {
                Err(format!("`{text}` does not begin with {place}"))
            }
            Some(_) | None => Ok(()),
        }
    }

    pub(crate) fn noun(&self) -> [&'static str; 2] {
        ["family", "families"]
    }

    pub(crate) fn example(&self) -> String {
        if self.program.surface().is_box() {
            "R4,4,4:0,0,1:3".to_owned()
        } else {
            "P4.5,1.5:90:2".to_owned()
        }
    }

    pub(crate) fn spelling(&self) -> &'static str {
        if self.program.surface().is_box() {
            return "R4,4,4:0,0,1:3      a move: piece and place, direction (right, forward, up), distance; rounded
                    numbers mean the nearest legal move and nearby captures
R4,4,4:0,0,1:max    the whole way; R4,4,4-4,4,7 to a point; P4,6,4:0,1,0:1=Q promotes";
        }
        "P4.5,1.5:90:2, P1,6.8:90:0.7=Q, S4,4@+35   a move: piece and place, bearing, distance; rounded
                    numbers mean the nearest legal move and nearby captures
R4,3:90:max         the whole way; R4,3-4,5 to a point; Q4,4xp4,5 captures without moving;
                    B4,4:45:1:135:0.7 along 45 degrees, then along 135"
    }
}

fn all_moves(
    program: &PlaneProgram,
    position: &PlanePosition,
    families: &[Family],
) -> Vec<PlaneMove> {
    let mut all = Vec::new();
    for family in families {
        for leg in &family.legs {
            for promotion in family.promotions(program, position, leg.promotes) {
                all.push(family.play(program, position, leg, leg.at.from, promotion));
            }
        }
        for shot in &family.shots {
            for promotion in family.promotions(program, position, shot.promotes) {
                all.push(family.shoot(position, *shot, promotion));
            }
        }
    }
    all
}

/// The number of sequences of `depth` moves. The result is wrong if `limit` is over at the end.
fn count(program: &PlaneProgram, position: &PlanePosition, depth: u32, limit: Limit) -> u128 {
    let Some(rest) = depth.checked_sub(1) else { return 1 };
    if limit.is_over() {
        return 0;
    }
    meter::spend(meter::LISTING);
    let families = question::legal(program, position);
    if rest == 0 {
        let legs = families.iter().flat_map(|family| {
            let choices = |promotes| family.promotions(program, position, promotes).len() as u128;
            let shots = family.shots.iter().map(|shot| shot.promotes);
            family.legs.iter().map(|leg| leg.promotes).chain(shots).map(choices)
        });
        return legs.sum();
    }
    let moves = all_moves(program, position, &families);
    let after = |mv| question::advanced(program, position, mv);
    moves.iter().map(|mv| count(program, &after(mv), rest, limit)).sum()
}
