//! Finds the reason why a move in algebraic notation is not legal: `Ke2`, `exd5`, `e5`. If several
//! pieces fit the text, the one that is closest to making the move is examined.

use super::inquiry::Cause;
use super::inquiry::Inquiry;
use super::inquiry::Reason;
use crate::play::board::names::{PAWN, parts};
use crate::play::board::san;
use crate::play::board::state::BoardPlay;
use crate::text::phrase::and;
use alfil_board::model::position::Move;
use alfil_board::paths::terrain::Piece;
use alfil_rules::ids::KindId;
use alfil_topology::site_set::Site;

/// The reason why `text` is not legal, and the cell of the examined piece. `None` if `text` is not
/// algebraic notation.
pub fn by_letter(
    position: &BoardPlay,
    text: &str,
    legal: &[Move],
) -> Option<(Reason, Option<Site>)> {
    let inquiry = Inquiry::new(position, legal);
    let text = san::plain(text);
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
        let why = format!("no {} stands on {to}", inquiry.name(kind));
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
                "no piece of this game has the letter `{letter}`; its letters are {}",
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
