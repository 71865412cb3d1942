//! A game in play on a board. [`Position`](crate::position::Position) forwards to the methods
//! of [`BoardPlay`].

pub mod algebraic;
pub(crate) mod evidence;
mod hint;
pub mod names;
pub mod notation;
pub(crate) mod paranoid;
pub mod programs;
pub mod reason;
pub(crate) mod spelling;
pub(crate) mod starts;
mod state;
pub mod text;
pub mod view;

pub use alfil_board::model::position::{Actor, BoardPosition, Choice, Move};
pub(crate) use notation::{PASS, pair};
pub use state::BoardPlay;

use crate::board::algebraic::Style;
use crate::board::names::Notation;
use crate::board::programs::Castling;
use crate::dice::Dice;
use crate::resources::available;
use crate::resources::{Count, Effort};
use crate::terms::{Group, Refusal, Turn, readings, without_remarks};
use alfil_clock::meter::Limit;
use alfil_diagnostics::diagnostic::Diagnostic;
use alfil_diagnostics::source::{Sources, Spanned};
use alfil_reference::executor::Reference;
use alfil_rules::chance::Slots;
use alfil_rules::goal::{Event, Verdict};
use alfil_rules::look::Winner;
use alfil_rules::outcome::{Outcome, POINTS, Standing};
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::Side;
use alfil_rules::sight::Sight;
use std::cell::LazyCell;

impl BoardPlay {
    /// The rules of the game.
    pub fn rules(&self) -> &Ruleset {
        &self.program.arena().rules
    }

    pub(crate) fn turn(&self) -> Turn {
        let BoardPosition { side, step, fullmove, .. } = *self.board();
        Turn { side, step, fullmove }
    }

    /// The position as text.
    pub fn text(&self) -> String {
        text::write(self.arena(), self.board())
    }

    /// All legal moves. Each call generates them again.
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

    /// The move of `legal` that `text` names. `None` if no move or several moves have this text.
    pub fn find(&self, legal: &[Move], text: &str) -> Option<Move> {
        let notation = LazyCell::new(|| Notation::of(self.arena()));
        let exactly = |text: &str| {
            let found = notation::find(self.arena(), text, legal);
            // A sign after two cells is a promotion, if there is one. Otherwise it says "check".
            found.or_else(|| programs::turning(self, legal, text))
        };
        let read = |text: &str| {
            let found = readings(text).find_map(exactly);
            let found = found.or_else(|| algebraic::read(&notation, self, text, legal));
            found.cloned().or_else(|| self.written(&notation, legal, text))
        };
        read(text).or_else(|| read(&notation::of_side(text, self.board().side)?))
    }

    /// The move that [`san`](Self::san) writes as `text`, perhaps before signs.
    fn written(&self, notation: &Notation, legal: &[Move], text: &str) -> Option<Move> {
        let found = notation.read(self, legal, text)?;
        let own = algebraic::write(notation, self, legal, &found, Style::STANDARD);
        readings(text).any(|reading| reading == own).then_some(found)
    }

    /// Like [`find`](Self::find), but also reads the texts of other programs and of records.
    pub(crate) fn read(&self, legal: &[Move], text: &str) -> Option<Move> {
        let found = self.find(legal, text);
        found.or_else(|| programs::find(self, legal, text, Castling::King).cloned()).or_else(|| {
            let notation = Notation::of(self.arena());
            let named = notation.read(self, legal, text);
            named.or_else(|| programs::read(&notation, self, legal, without_remarks(text)).cloned())
        })
    }

    pub(crate) fn refusal(&self, legal: &[Move], text: &str) -> Refusal {
        hint::hint(self, text, legal)
    }

    pub(crate) fn write(&self, legal: &[Move], mv: &Move) -> String {
        notation::write(self.arena(), mv, legal)
    }

    pub(crate) fn san(&self, legal: &[Move], mv: &Move) -> String {
        self.sans(legal, std::slice::from_ref(mv)).pop().unwrap_or_default()
    }

    /// The text of a move for people who play the game, without signs for check; and whether they write these
    /// signs.
    pub(crate) fn shown(&self, legal: &[Move], mv: &Move) -> (String, bool) {
        let style = Style::of_players(self.rules());
        let notation = Notation::of(self.arena());
        (algebraic::write(&notation, self, legal, mv, style), style.has_signs())
    }

    /// The texts of some of the legal moves in algebraic notation, without signs for check.
    pub(crate) fn sans(&self, legal: &[Move], moves: &[Move]) -> Vec<String> {
        let notation = Notation::of(self.arena());
        let write = |mv| algebraic::write(&notation, self, legal, mv, Style::STANDARD);
        moves.iter().map(write).collect()
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

    /// Plays a legal move of this position.
    pub fn play(&mut self, mv: &Move) {
        self.engine.play(mv);
        self.now.take();
        self.remember();
    }

    /// Takes back the last move and returns it. `None` at the begin of the game.
    pub fn take_back(&mut self) -> Option<Move> {
        let mv = self.engine.take_back()?;
        self.now.take();
        self.stood.forget();
        Some(mv)
    }

    pub(crate) fn plies(&self) -> usize {
        self.engine.plies()
    }

    /// True if the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.engine.in_check()
    }

    /// True if the last move gave check. With more than two sides, the side in check need not be the
    /// next one to move.
    pub(crate) fn gives_check(&self) -> bool {
        self.in_check() || self.brings(|play, side| play.engine.is_threatened(side))
    }

    /// True if the last move gave mate. With more than two sides, the side that is mated need not be
    /// the next one to move, and if it is, it may be out already.
    pub(crate) fn gives_mate(&self) -> bool {
        let is_over = self.outcome().is_some_and(|o| o.reason == Event::Checkmate);
        let went_out = || {
            let mut before = self.clone();
            let Some(mv) = before.take_back() else { return false };
            let model = before.program.arena();
            Reference::of(model).losses(before.board(), &mv).contains(&Event::Checkmate)
        };
        // The enemy is tried as if its turn came now.
        let would_be_mated = |play: &BoardPlay, side: Side| {
            let turned = || BoardPosition { side, step: 1, ..play.board().clone() };
            let has_no_move = || BoardPlay::begin(&play.program, turned()).legal().is_empty();
            play.engine.is_threatened(side) && has_no_move()
        };
        is_over || !self.rules().sides.are_two() && went_out() || self.brings(would_be_mated)
    }

    /// True if the last move made `is_so` true of an enemy, in a game with more than two sides.
    fn brings(&self, is_so: impl Fn(&BoardPlay, Side) -> bool) -> bool {
        let sides = self.rules().sides;
        let mut before = self.clone();
        if sides.are_two() || before.take_back().is_none() {
            return false;
        }
        let (mover, out) = (before.board().side, self.engine.out());
        let is_enemy = |side: &Side| !sides.team(mover).has(*side) && !out.has(*side);
        let is_new = |side: Side| is_so(self, side) && !is_so(&before, side);
        sides.each().filter(is_enemy).any(is_new)
    }

    /// How the game has ended. `None` if it goes on.
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
            playing: self.rules().sides.playing(self.engine.out()),
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
        Some(sequences(self.engine.perft(depth, effort)))
    }

    pub(crate) fn perft_within(&self, depth: u32, limit: Limit) -> Count {
        self.engine
            .perft_within(depth, limit)
            .map_or(Count::TooMuch, |count| Count::Sequences(sequences(count)))
    }

    pub(crate) fn by_kind(&self, legal: &[Move]) -> Vec<Group> {
        state::by_kind(self, legal)
    }

    pub(crate) fn by_clause(&self, sources: Option<&Sources>) -> Vec<Group> {
        match sources {
            Some(sources) => state::by_clause(self, sources),
            None => state::by_kind(self, &self.legal()),
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
            (None, _) => Err(format!("`{text}` does not begin with a cell of this board")),
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

/// The engine stops counting at `u64::MAX`, so the real count is then unknown.
fn sequences(counted: u64) -> u128 {
    match counted {
        u64::MAX => u128::MAX,
        counted => counted.into(),
    }
}
