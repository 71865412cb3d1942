//! A game in play on a board. [`Position`](crate::play::position::Position) forwards to the methods
//! of [`BoardPlay`].

mod clause;
pub(in crate::play) mod evidence;
pub(crate) mod forced;
mod hint;
mod listing;
pub mod notation;
pub(in crate::play) mod outline;
pub(crate) mod paranoid;
pub mod reason;
pub(crate) mod san;
pub(in crate::play) mod spelling;
pub(crate) mod starts;
mod state;
pub mod text;
pub mod view;

pub use alfil_board::model::position::{Actor, BoardPosition, Choice, Move};
pub use state::BoardPlay;

use crate::play::dice::Dice;
use crate::play::group::Group;
use crate::play::refusal::Refusal;
use crate::play::remarks::{readings, without_remarks};
use crate::play::resources::Effort;
use crate::play::resources::available;
use crate::play::turn::Turn;
use alfil_board::reference::executor::Reference;
use alfil_diagnostics::diagnostic::Diagnostic;
use alfil_diagnostics::source::{Sources, Spanned};
use alfil_rules::bag::Slots;
use alfil_rules::counter::POINTS;
use alfil_rules::goal::{Event, Verdict};
use alfil_rules::outcome::{Outcome, Standing};
use alfil_rules::player::Winner;
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::Side;
use alfil_rules::sight::Sight;

impl BoardPlay {
    pub(crate) fn rules(&self) -> &Ruleset {
        &self.program.arena().rules
    }

    pub(crate) fn turn(&self) -> Turn {
        let BoardPosition { side, step, fullmove, .. } = *self.board();
        Turn { side, step, fullmove }
    }

    pub fn text(&self) -> String {
        text::write(self.arena(), self.board())
    }

    pub fn legal(&self) -> Vec<Move> {
        self.engine.moves()
    }

    /// The moves that the side to move may try. Without an umpire, they are its legal moves. With one,
    /// captures are left out.
    pub fn tries(&self) -> Vec<Move> {
        match self.rules().sight {
            Sight::Umpire => Reference::of(self.program().arena()).tries(self.board()),
            Sight::Everything | Sight::Own | Sight::Placing | Sight::Reach => self.legal(),
        }
    }

    pub fn find(&self, legal: &[Move], text: &str) -> Option<Move> {
        let read = |text: &str| {
            let found = readings(text).find_map(|text| notation::find(self.arena(), text, legal));
            found.or_else(|| san::read(self.arena(), self.board(), text, legal)).cloned()
        };
        read(text).or_else(|| read(&notation::of_side(text, self.board().side)?))
    }

    pub(crate) fn refusal(&self, legal: &[Move], text: &str) -> Refusal {
        hint::hint(self, text, legal)
    }

    pub(crate) fn write(&self, legal: &[Move], mv: &Move) -> String {
        notation::write(self.arena(), mv, legal)
    }

    pub(crate) fn san(&self, legal: &[Move], mv: &Move) -> String {
        san::write(self.arena(), self.board(), mv, legal)
    }

    pub(crate) fn texts(&self, legal: &[Move]) -> Option<Vec<String>> {
        Some(notation::write_all(self.arena(), legal))
    }

    pub(crate) fn list(&self, legal: &[Move]) -> Option<Vec<Move>> {
        Some(legal.to_vec())
    }

    /// A random move. The outcomes of a die are as likely as the rules say, all other moves equally.
    pub(crate) fn random(&self, legal: &[Move], dice: &mut Dice) -> Option<Move> {
        if let Some(tickets) = self.tickets(legal) {
            let total: u32 = tickets.iter().sum();
            let mut ticket = dice.below(total.max(1) as usize) as u32;
            let holds = |tickets: &u32| match ticket.checked_sub(*tickets) {
                Some(rest) => {
                    ticket = rest;
                    false
                }
                None => true,
            };
            return tickets.iter().position(holds).and_then(|drawn| legal.get(drawn)).cloned();
        }
        legal.get(dice.below(legal.len())).cloned()
    }

    /// The weights of `legal`, if these are the outcomes of a die. The sum may be any number.
    fn tickets(&self, legal: &[Move]) -> Option<Vec<u32>> {
        let Actor::Die(id, _) = legal.first()?.actor else { return None };
        let all = &self.arena().rules.dice;
        let (slots, board) = (Slots::of(all), self.board());
        let of = |mv: &Move| match mv.actor {
            Actor::Die(_, face) => board.drawn.left(slots, (id, &all[id]), face),
            Actor::Piece | Actor::Hand(_) | Actor::Section(..) | Actor::Nobody => 0,
        };
        Some(legal.iter().map(of).collect())
    }

    pub fn play(&mut self, mv: &Move) {
        self.engine.play(mv);
        self.now.take();
        self.remember();
    }

    pub fn take_back(&mut self) -> Option<Move> {
        let mv = self.engine.take_back()?;
        self.now.take();
        self.stood.forget();
        Some(mv)
    }

    pub(crate) fn plies(&self) -> usize {
        self.engine.plies()
    }

    pub(crate) fn in_check(&self) -> bool {
        self.engine.in_check()
    }

    pub fn outcome(&self) -> Option<Outcome> {
        let (sides, out) = (self.rules().sides, self.engine.out());
        if sides.is_won(out) {
            let winner = match self.rules().leaving.winner {
                Winner::LastSide => sides.all().minus(out).into_iter().next(),
                Winner::MostPoints => self.first_in_points(),
            };
            let share = match Verdict::WIN {
                Verdict::Win(share) | Verdict::Loss(share) => winner.map(|_| share),
                Verdict::Draw => None,
            };
            return Some(Outcome { winner, share, reason: Event::LastSide });
        }
        Standing {
            side: self.turn().side,
            has_move: self.engine.has_move(),
            halfmoves: self.engine.halfmoves(),
            goal: self.engine.goal(),
            claim: self.engine.claim(self.history()),
        }
        .outcome(
            self.rules().ends.iter(),
            || self.in_check(),
            || self.history().times as usize,
        )
    }

    /// The points of a side, in a game in which the most points win. 0 in other games.
    fn points(&self, side: Side) -> u32 {
        let rules = self.rules();
        let counter = rules.counters.iter().position(|name| name == POINTS);
        match (rules.leaving.winner, counter) {
            (Winner::MostPoints, Some(counter)) => u32::from(self.board().counters[side][counter]),
            (Winner::MostPoints | Winner::LastSide, _) => 0,
        }
    }

    /// A side of the team with the most points. `None` if several teams have as many.
    fn first_in_points(&self) -> Option<Side> {
        let rules = self.rules();
        let of = |side: Side| self.points(side);
        let sum = |side: Side| rules.sides.team(side).into_iter().map(of).sum::<u32>();
        let most = rules.sides.each().map(sum).max()?;
        let first = rules.sides.each().find(|&side| sum(side) == most)?;
        let mut best = rules.sides.each().filter(|&side| sum(side) == most);
        best.all(|side| rules.sides.team(first).has(side)).then_some(first)
    }

    pub(crate) fn perft(&self, depth: u32, effort: Effort) -> Option<u128> {
        let effort = if effort == Effort::default() { effort } else { available(effort) };
        Some(match self.engine.perft(depth, effort) {
            // The engine stops counting at `u64::MAX`, so the real count is unknown.
            u64::MAX => u128::MAX,
            counted => counted.into(),
        })
    }

    pub(crate) fn by_kind(&self, legal: &[Move]) -> Vec<Group> {
        listing::by_kind(self, legal)
    }

    pub(crate) fn by_clause(&self, sources: Option<&Sources>) -> Vec<Group> {
        match sources {
            Some(sources) => listing::by_clause(self, sources),
            None => listing::by_kind(self, &self.legal()),
        }
    }

    pub(crate) fn places(&self) -> Option<Vec<String>> {
        let graph = &self.arena().graph;
        Some(graph.sites().map(|site| graph.name(site).to_owned()).collect())
    }

    pub(crate) fn attacked(
        &self,
        place: &Spanned<String>,
        from: Option<&Spanned<String>>,
        by: Side,
    ) -> Result<bool, Diagnostic> {
        let (arena, board) = (self.arena(), self.board());
        let cell = self.site(place)?;
        Ok(match from.map(|from| self.site(from)).transpose()? {
            Some(from) => {
                board.is_side(from, by) && Reference::of(arena).attacked_from(board, cell, from, by)
            }
            None => Reference::of(arena).attacked(board, cell, by),
        })
    }

    pub(crate) fn place(&self, place: &Spanned<String>) -> Result<(), Diagnostic> {
        self.site(place).map(|_| ())
    }

    pub(crate) fn is_place(&self, word: &str) -> bool {
        self.arena().graph.find(word).is_some()
    }

    pub(crate) fn starts(&self, mv: &Move, place: &str) -> bool {
        mv.origin().is_some_and(|site| self.arena().graph.name(site) == place)
    }

    pub(crate) fn spelt(&self, text: &str, place: Option<&str>) -> Result<(), String> {
        let plain = without_remarks(text);
        let base = plain.split(',').next().unwrap_or(plain);
        // A pass, a roll and a move of a section begin with no cell. They are valid texts, unless the move
        // must start at a given place.
        let is_section = || {
            let called = notation::section_called(self.arena(), self.board().side, base);
            base.contains(':') || called.is_some()
        };
        let is_roll =
            || notation::rolled(self.arena(), base).is_some_and(|(_, face)| face.is_some());
        if place.is_none() && (base == notation::PASS || is_section() || is_roll()) {
            return Ok(());
        }
        let graph = &self.arena().graph;
        let cell = notation::first_cell(base);
        // Algebraic notation may leave out the start cell, so a text in this notation is valid too.
        let is_in_books = || spelling::Spelling::new(self.arena()).is_in_books(base);
        match (cell.and_then(|cell| graph.find(cell)), place) {
            (None, _) if is_in_books() => Ok(()),
            (None, _) => Err(format!("`{text}` begins with no cell of this board")),
            (Some(site), Some(place)) if graph.name(site) != place => {
                Err(format!("`{text}` does not begin on {place}"))
            }
            (Some(_), _) => Ok(()),
        }
    }

    pub(crate) fn noun(&self) -> [&'static str; 2] {
        ["move", "moves"]
    }

    pub(crate) fn example(&self) -> String {
        const USUAL: &str = "e2e4";
        let legal = self.legal();
        // A move of a piece says more about the notation than that of a section.
        let first = legal.iter().find(|mv| mv.origin().is_some()).or(legal.first());
        let first = first.filter(|_| self.find(&legal, USUAL).is_none());
        first.map_or_else(|| USUAL.to_owned(), |mv| self.write(&legal, mv))
    }

    pub(crate) fn spelling(&self) -> &'static str {
        "e2e4, e7e8q, P@e4   a move, or several with spaces between; Nf3, exd5, e8=Q, O-O, e2-e4 as well"
    }
}
