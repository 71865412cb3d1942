//! Finds the rule that forbids a move, and the place where it is written, also for moves in
//! algebraic notation.

mod castle;
mod inquiry;
mod walk;

pub(crate) use castle::castling;
pub use inquiry::{Cause, Reason};

use crate::board::names::{PAWN, parts};
use crate::board::reason::inquiry::{Inquiry, span};
use crate::board::state::BoardPlay;
use crate::board::{algebraic, notation};
use alfil_board::model::position::{Actor, Move};
use alfil_board::paths::terrain::Piece;
use alfil_reference::executor::Reference;
use alfil_reference::turn::StepFilter;
use alfil_rules::ids::KindId;
use alfil_rules::turn::Pass;
use alfil_text::lexicon::and;
use alfil_text::turn;
use alfil_topology::site_set::Site;

// Finds the rule that forbids a move, and the place where it is written.
//
// Rules are examined in the order in which they decide legality: the step of the turn, how pieces
// move (`reason/walk.rs`, `castle.rs`), effects, king safety, restrictions and duties
// (`inquiry.rs`). Without the `Cause` of a reason, the move would be legal or have a different
// reason.

/// The reason why `text` is not legal. `legal` are all legal moves. `None` if the text does not
/// describe a move of a piece of the side to move.
pub fn reason(position: &BoardPlay, text: &str, legal: &[Move]) -> Option<Reason> {
    let inquiry = Inquiry::new(position, legal);
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    let plain = text.split(',').next().unwrap_or(text);
    if plain == notation::PASS {
        return inquiry.pass(text);
    }
    if let Some((letter, rest)) = plain.split_once('@') {
        return inquiry.drop(text, letter, rest);
    }
    let section = plain.split_once(':').and_then(|(name, place)| inquiry.section(name, place));
    if section.is_some() {
        return section;
    }
    let (from, rest) = inquiry.first_cell(plain)?;
    let (to, rest) = inquiry.first_cell(rest)?;
    inquiry.step(text, from, to, rest)
}

impl Inquiry<'_> {
    /// The reason why the piece on `from` may not go to `to` and promote as `rest` says.
    fn step(&self, text: &str, from: Site, to: Site, rest: &str) -> Option<Reason> {
        let board = self.board;
        let piece = board.piece(from).filter(|_| board.is_side(from, board.side))?;
        let piece = Piece { side: board.side, ..piece };
        let castling = self.castling_to(from, to);
        let allowed = StepFilter::of(self.whole, board).piece(piece.kind, from);
        if !allowed && castling.is_none() {
            return self.of_step();
        }
        let plain = Reference::of(self.whole).plain_moves(board);
        let same = |mv: &&Move| mv.actor == Actor::Piece && (mv.from, mv.to) == (from, to);
        let there: Vec<Move> = plain.iter().filter(same).cloned().collect();
        let base = text.split(',').next().unwrap_or(text);
        // The part after a comma is usually a choice of the player, which the moves here lack. But
        // in `e1g1,h1f1` it distinguishes castling from another move. So the whole text is tried
        // first.
        let meant = [text, base].into_iter().find_map(|text| {
            notation::find(self.arena, text, &plain).or(notation::find(self.arena, text, &there))
        });
        if let Some(mv) = meant {
            return self.of_plain(text, mv);
        }
        if !there.is_empty() {
            return self.becomes(text, piece.kind, to, &there, rest);
        }
        let castle = castling.and_then(|castling| self.castle(&castling));
        castle.or_else(|| self.walk(from, to, piece))
    }

    /// The reason why this step of the turn may not be passed.
    fn pass(&self, text: &str) -> Option<Reason> {
        let board = self.board;
        let step = self.arena.rules.turn.step(board.side, board.fullmove, board.step);
        match step.pass {
            Pass::Never => {
                Reason::new("passing is not allowed in this step", None, Cause::StepPass)
            }
            Pass::May => self.of_plain(text, &Move::pass()),
        }
    }

    /// The reason why the step of the turn forbids the piece or its start cell. The questions of
    /// the step are examined later.
    fn of_step(&self) -> Option<Reason> {
        let (rules, board) = (&self.arena.rules, self.board);
        let step = rules.turn.step(board.side, board.fullmove, board.step);
        let rule = turn::step(step, rules)?;
        let why = format!("only {rule} may make step {} of this turn", board.step);
        Reason::new(why, span(&step.from), Cause::Step)
    }

    /// The reason why a piece cannot promote as `rest` says. `there` are its pseudo-legal moves to
    /// `to`.
    fn becomes(
        &self,
        text: &str,
        kind: KindId,
        to: Site,
        there: &[Move],
        rest: &str,
    ) -> Option<Reason> {
        let place = self.arena.rules.kinds[kind].promotions.first().map(|rule| rule.span);
        if rest.is_empty() {
            // The text lacks the promotion. If the move is legal with one, there is no further
            // reason.
            let refused = || there.iter().find_map(|mv| self.of_plain(text, mv));
            return if self.is_open(there) { None } else { refused() };
        }
        let named = |mv: &Move| mv.promotion.map(|kind| self.name(kind));
        let mut kinds: Vec<&str> = Vec::new();
        for name in there.iter().filter_map(named) {
            if !kinds.contains(&name) {
                kinds.push(name);
            }
        }
        let (name, cell) = (self.name(kind), self.cell(to));
        if kinds.is_empty() {
            Reason::new(format!("a {name} does not promote on {cell}"), place, Cause::Nothing)
        } else {
            let why = format!("on {cell}, a {name} can only become {}", either(&kinds));
            Reason::new(why, place, Cause::Promotion(kind))
        }
    }

    /// Returns true if a move in `there` is legal with some choice of its player.
    fn is_open(&self, there: &[Move]) -> bool {
        let plain = |mv: &Move| Move { choices: Default::default(), ..mv.clone() };
        self.legal.iter().any(|mv| there.contains(&plain(mv)))
    }

    /// The reason why a move is forbidden although the piece can make it and the step allows it.
    fn of_plain(&self, text: &str, mv: &Move) -> Option<Reason> {
        let chosen = Reference::of(self.whole).with_choices(self.board, mv, None);
        if chosen.is_empty() {
            return self.stopped(mv);
        }
        let meant = notation::find(self.arena, text, &chosen);
        if let Some(mv) = meant {
            return self.refused(mv);
        }
        if let Some((_, choice)) = text.split_once(',').filter(|_| !mv.choices.is_empty()) {
            return Reason::bare(format!("this move does not have the choice `{choice}`"));
        }
        // Report the reason for the first choice that is not legal.
        let legal = |mv: &Move| self.legal.contains(mv);
        chosen.iter().filter(|mv| !legal(mv)).find_map(|mv| self.refused(mv))
    }
}

/// Joins names: `a, b or c`.
fn either(names: &[&str]) -> String {
    match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}

// Finds the reason why a move in algebraic notation is not legal: `Ke2`, `exd5`, `e5`. If several
// pieces fit the text, the one that is closest to making the move is examined.

/// The reason why `text` is not legal, and the cell of the examined piece. `None` if `text` is not
/// algebraic notation.
pub fn by_letter(
    position: &BoardPlay,
    text: &str,
    legal: &[Move],
) -> Option<(Reason, Option<Site>)> {
    let inquiry = Inquiry::new(position, legal);
    let text = algebraic::plain(text);
    if let Some(why) = inquiry.unknown_letter(&text) {
        return Some((Reason { why, place: None, cause: Cause::Nothing }, None));
    }
    let written = inquiry.written(&text)?;
    let side = inquiry.board.side;
    let (name, to) = (inquiry.name(written.kind), inquiry.cell(written.to));
    let mut told: Vec<(u8, Site, Reason)> = Vec::new();
    for site in inquiry.meant(&written) {
        let text = format!("{}{to}{}", inquiry.cell(site), written.promotion);
        let piece = Piece { side, kind: written.kind };
        let reason = inquiry.step(&text, site, written.to, &written.promotion);
        let reach = inquiry.reaches(site, written.to, piece);
        if let Some(reason) = reason.filter(|_| reach < 2 || written.is_named) {
            told.push((reach, site, reason));
        }
    }
    told.sort_by_key(|(reach, site, _)| (*reach, *site));
    let several = told.len() > 1;
    let is_there = |kind| inquiry.board.piece(written.to).is_some_and(|piece| piece.kind == kind);
    if let Some(kind) = written.captured.filter(|kind| told.is_empty() && !is_there(*kind)) {
        let why = format!("there is no {} on {to}", inquiry.name(kind));
        return Some((Reason { why, place: None, cause: Cause::Nothing }, None));
    }
    match told.into_iter().next() {
        Some((reach, site, reason)) if reach < 2 || !several => Some((reason, Some(site))),
        Some(_) => {
            let why = format!("no {name} of {}'s can go to {to}", inquiry.arena.rules.called(side));
            Some((Reason { why, place: None, cause: Cause::Nothing }, None))
        }
        None if written.is_named && inquiry.meant(&written).next().is_none() => {
            let why = format!("{} has no such {name}", inquiry.arena.rules.called(side));
            Some((Reason { why, place: None, cause: Cause::Nothing }, None))
        }
        None => None,
    }
}

/// A move in algebraic notation.
struct Written<'t> {
    kind: KindId,
    /// True if the letter of the kind is written, or the file or rank of its start. A cell alone
    /// may mean something else.
    is_named: bool,
    /// The file, rank or cell of the piece, or nothing.
    whence: &'t str,
    to: Site,
    /// The captured kind, which long notation names.
    captured: Option<KindId>,
    /// The letter of the promotion as in move texts, or nothing.
    promotion: String,
}

impl Inquiry<'_> {
    /// What is wrong with a text that begins with a capital letter, if no piece has that letter and
    /// no cell begins with it.
    fn unknown_letter(&self, text: &str) -> Option<String> {
        let letter = text.chars().next().filter(char::is_ascii_uppercase)?;
        let letters = self.arena.rules.kinds.iter().map(|kind| kind.letter.to_string());
        let letters: Vec<String> = letters.filter(|letter| !letter.ends_with('~')).collect();
        let is_cell = || {
            let names = self.arena.graph.sites().map(|site| self.cell(site));
            names.into_iter().any(|name| name.starts_with(letter))
        };
        let is_known = letters.iter().any(|known| text.starts_with(known.as_str()));
        // Castling is written with the letter O.
        (!is_known && letter != 'O' && !is_cell()).then(|| {
            format!(
                "no piece of this game has the letter `{letter}`; the letters are {}",
                and(&letters)
            )
        })
    }

    /// Parses `text` as an optional letter, a start and a cell.
    fn written<'t>(&self, text: &'t str) -> Option<Written<'t>> {
        let kinds = &self.arena.rules.kinds;
        let letters = kinds.enumerate().map(|(kind, rule)| (kind, rule.letter.to_string()));
        let mut named: Vec<(KindId, String)> = letters.collect();
        named.sort_by_key(|(kind, letter)| (usize::MAX - letter.len(), *kind));
        let lettered = named
            .iter()
            .find_map(|(kind, letter)| Some((*kind, true, text.strip_prefix(letter.as_str())?)));
        let pawn = || {
            let pawn = named.iter().find(|(_, letter)| letter.chars().eq([PAWN]));
            pawn.map(|(kind, _)| (*kind, false, text))
        };
        let (kind, letter, rest) = lettered.or_else(pawn)?;
        let (rest, promotion) = match rest.split_once('=') {
            Some((rest, letter)) => (rest, letter.trim_matches(['(', ')'])),
            None => (rest, ""),
        };
        let cell = rest
            .char_indices()
            .find_map(|(at, _)| Some((at, self.arena.graph.find(rest.get(at..)?)?)));
        let (at, to) = cell?;
        // Long notation also names what is captured: `Bb5xNc6`.
        let before = &rest[..at];
        let kind_of =
            |text: &str| named.iter().find(|(_, letter)| letter == text).map(|(kind, _)| *kind);
        let long = before.split_once('x').and_then(|(from, letter)| Some((from, kind_of(letter)?)));
        let whence = long.map_or(before, |(from, _)| from).trim_end_matches(['x', ':', '-']);
        let is_line = !whence.is_empty() && self.arena.graph.find(whence).is_none();
        let becomes = named.iter().find(|(_, letter)| letter == promotion);
        let becomes = becomes.map(|(kind, _)| kinds[*kind].letter.in_moves().to_string());
        Some(Written {
            kind,
            is_named: letter || is_line,
            whence,
            to,
            captured: long.map(|(_, kind)| kind),
            promotion: becomes.unwrap_or_default(),
        })
    }

    /// The cells of the pieces that fit the text.
    fn meant<'w>(&'w self, written: &'w Written<'_>) -> impl Iterator<Item = Site> + 'w {
        let pieces = self.board.pieces(self.board.side);
        pieces.filter(|&(_, kind)| kind == written.kind).map(|(site, _)| site).filter(|&site| {
            let name = self.cell(site);
            let (file, rank) = parts(name);
            ["", file, rank, name].contains(&written.whence)
        })
    }
}
