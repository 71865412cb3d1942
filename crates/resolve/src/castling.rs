//! Reads `castling:`. Adds to the castling terms of finished kinds what movement strings cannot
//! say: partners and end files.

use crate::context::{Key, Read};
use crate::draft::rules::{Castling, CastlingDraft, Home, Renumbering, With};
use crate::draft::{Draft, Piece};
use crate::names::{self, kinds};
use crate::question;
use alfil_diagnostics::diagnostic::{Code, Report};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Action, Movement};
use alfil_rules::setup::Square;
use alfil_rules::side::Side;
use alfil_rules::term::{Castle, CastleEnd, CastleFiles, Homes, Toward};
use alfil_syntax::mapping::OrNone;
use alfil_syntax::piece::{CastlingText, HomeText, PartnersText, WithText};
use alfil_syntax::write::{Map, Yaml};

/// Lays `castling:` of a file over the game so far.
pub(crate) fn apply(said: &OrNone<CastlingText>, draft: &mut Draft, found: &mut Report) {
    let OrNone::Some(CastlingText { with, files, homes, when }, _) = said else {
        draft.sentences.castling = None;
        draft.sentences.keep::<()>(Key::Castling, None);
        draft.castling = Castling::None;
        return;
    };
    let mut castling = match std::mem::take(&mut draft.castling) {
        Castling::Unsaid | Castling::None => CastlingDraft::default(),
        Castling::Some(before) => before,
    };
    match with {
        Some(WithText::All(names)) => {
            if let Some(first) = names.words.first() {
                let span = names.words.iter().fold(first.span, |s, n| s.to(n.span));
                castling.with = With::All(kinds(names, draft, found), span);
            }
        }
        Some(WithText::Each(each)) => {
            let each = each.iter().map(|partners| {
                let PartnersText { end, kinds: names } = partners;
                (*end, kinds(names, draft, found))
            });
            castling.with = With::Each(each.collect());
        }
        None => {}
    }
    if let Some(text) = when {
        let asked = question::duty(text, draft, found);
        draft.sentences.keep(Key::Castling, asked.as_ref());
        draft.sentences.castling = asked.map(Read::spanned);
    }
    castling.files = files.or(castling.files);
    if let Some(said) = homes {
        castling.homes = said.iter().filter_map(|said| home(said, draft, found)).collect();
    }
    draft.castling = Castling::Some(castling);
}

fn home(said: &HomeText, draft: &Draft, found: &mut Report) -> Option<Home> {
    let Some(kind) = draft.find(&said.kind.value) else {
        found.push(names::unknown_kind(&said.kind, draft));
        return None;
    };
    Some(Home { kind, cells: said.cells.clone(), span: said.kind.span })
}

/// Fills in partners and files of the castling terms, or removes these terms if the game has no
/// castling.
pub(crate) fn finish(movement: &mut Movement, draft: &Draft, numbers: &Renumbering) {
    let said = match &draft.castling {
        Castling::None => {
            movement.terms.retain(|term| term.castle().is_none());
            return;
        }
        Castling::Unsaid => &CastlingDraft::default(),
        Castling::Some(said) => said,
    };
    for term in &mut movement.terms {
        if let Action::Castle(castle) = &mut term.action {
            let partners = said.with.kinds(castle.end).unwrap_or_default();
            castle.partners = partners.iter().filter_map(|&kind| numbers[kind]).collect();
            castle.partners.sort();
            castle.end = match castle.end {
                CastleEnd::Cells(cells) => CastleEnd::Cells(cells),
                CastleEnd::Files(_) => CastleEnd::Files(said.files.map(|files| files.value)),
            };
        }
    }
}

/// The place where the start cells of castling are written.
pub(crate) fn said_at(draft: &Draft) -> Option<Span> {
    match &draft.castling {
        Castling::Some(said) => said.homes.first().map(|home| home.span),
        Castling::Unsaid | Castling::None => None,
    }
}

/// The start cells of castling that a file writes. Other kinds castle from their cells in the
/// setup.
pub(crate) fn homes(draft: &Draft, numbers: &Renumbering) -> Vec<Homes> {
    let Castling::Some(said) = &draft.castling else { return Vec::new() };
    let home = |home: &Home| Some(Homes { kind: numbers[home.kind]?, cells: home.cells.clone() });
    said.homes.iter().filter_map(home).collect()
}

/// Reports castling rules without a castling piece, and castling pieces without rules.
pub(crate) fn lint(draft: &Draft, found: &mut Report) {
    let pieces = || draft.live().map(|(_, piece)| piece);
    let castles = || pieces().flat_map(castles);
    let whole = &CastlingDraft::default();
    let said = match &draft.castling {
        Castling::None => return,
        Castling::Unsaid => whole,
        Castling::Some(said) => said,
    };
    let sound = !draft.broken.pieces;
    if let (With::All(_, span), None, true) = (&said.with, castles().next(), sound) {
        let title = "castling has partners, but no piece castles";
        found
            .at(Code::UnusedCastling, *span, title, "never used")
            .help("add `isO2` to the king's `moves`, or type `castling: none`");
        return;
    }
    if let With::Each(each) = &said.with
        && sound
    {
        let used = |end: CastleEnd| castles().any(|(castle, _)| castle.end.is_like(end));
        for (end, _) in each.iter().filter(|(end, _)| !used(end.value)) {
            let atom = end.value.atom();
            found
                .at(Code::UnusedCastling, end.span, format!("no piece has `{atom}`"), "never used")
                .help(format!("add `is{atom}` to the king's `moves`, or remove this"));
        }
    }
    if let (Some(files), true) = (said.files, sound)
        && !castles().any(|(castle, _)| matches!(castle.end, CastleEnd::Files(_)))
    {
        found
            .at(Code::UnusedCastling, files.span, "no piece castles to these files", "never used")
            .because("castling with a number of cells (`isO2`) does not use files")
            .help("write `isO` in the king's `moves`, or remove `files`");
    }
    if let (Some(files), Some(space)) = (said.files, &draft.space)
        && space.lattice.plane().is_none()
    {
        let lattice = &space.lattice;
        let CastleFiles { first, last } = files.value;
        let known = |name: char| (0..lattice.files()).any(|file| lattice.file_name(file) == name);
        if let Some(file) = [first, last].into_iter().find(|&file| !known(file)) {
            let end = lattice.file_name(lattice.files() - 1);
            let title = format!("no file {file} on this board");
            found
                .at(Code::UnknownFile, files.span, title, "no such file")
                .help(format!("files are named a to {end}"));
        }
    }
    if !draft.broken.castling {
        castles().for_each(|(castle, span)| lacks(castle, span, said, found));
    }
    if sound {
        one_sided(draft, said, found);
    }
    for home in said.homes.iter().filter(|_| sound) {
        let partner = |(castle, _): (&Castle, _)| {
            said.with.kinds(castle.end).is_some_and(|kinds| kinds.contains(&home.kind))
        };
        let piece = &draft.pieces[home.kind];
        if self::castles(piece).next().is_none() && !castles().any(partner) {
            let title = format!("the {} takes no part in castling", piece.name.value);
            found
                .at(Code::UnusedCastling, home.span, title, "never used")
                .help("remove it, or name it in `with`");
        }
    }
}

/// Reports castling to the left or right that only one of two sides can do, because the partner of
/// the other side stands in the other direction. Each side counts from its own edge, so in the array
/// of chess the queen is to the left of White's king and to the right of Black's.
fn one_sided(draft: &Draft, said: &CastlingDraft, found: &mut Report) {
    let plain = draft.sides.each.is_empty() && draft.shuffle.is_none() && said.homes.is_empty();
    let Some(setup) = draft.setup.as_ref().filter(|_| plain) else { return };
    let rows: Vec<Vec<Square>> = setup
        .placement
        .rows
        .iter()
        .map(|row| row.cells.iter().map(|cell| cell.value).collect())
        .collect();
    for (kind, piece) in draft.live() {
        for (castle, span) in castles(piece) {
            let Some(partners) = said.with.kinds(castle.end) else { continue };
            let aim =
                |toward: Toward| castle.directions.runs.iter().any(|run| run.contains(&toward));
            let direction = match (aim(Toward::Left), aim(Toward::Right), aim(Toward::Sideways)) {
                (true, false, false) => Toward::Left,
                (false, true, false) => Toward::Right,
                _ => continue,
            };
            let has = |side: Side, to_left: bool| {
                let is = |cell: &Square, kinds: &[KindId]| matches!(cell, Square::Piece(owner, kind) if *owner == side && kinds.contains(kind));
                // White's left is the left of the text, Black's is its right.
                let to_start = to_left == (side == Side::White);
                rows.iter().any(|row| {
                    row.iter().enumerate().filter(|(_, cell)| is(cell, &[kind])).any(|(at, _)| {
                        let line = if to_start { &row[..at] } else { &row[at + 1..] };
                        line.iter().any(|cell| is(cell, partners))
                    })
                })
            };
            let to_left = direction == Toward::Left;
            let wrong = |side: &Side| {
                has(side.other(), to_left) && !has(*side, to_left) && has(*side, !to_left)
            };
            if let Some(side) = Side::BOTH.into_iter().find(wrong) {
                let (name, word) = (side.name(), if to_left { "left" } else { "right" });
                let other = if to_left { "right" } else { "left" };
                found
                    .at(
                        Code::UnusedCastling,
                        span,
                        format!("{name} can never castle to the {word}: there is no partner on that side"),
                        format!("{name}'s partner is to the {other}"),
                    )
                    .because("`l` and `r` mean left and right as the moving side sees them")
                    .help(format!(
                        "write `is{}`: then each side castles toward the partner that it has",
                        castle.end.atom()
                    ));
            }
        }
    }
}

/// Reports what is missing for one castling term.
fn lacks(castle: &Castle, span: Span, said: &CastlingDraft, found: &mut Report) {
    if said.with.kinds(castle.end).is_none() {
        let title = "a piece castles, but `castling` names no partner for it";
        let help = match &said.with {
            With::Each(_) => format!("add `{}: rook` to `with`", castle.end.atom()),
            With::Unsaid | With::All(..) => {
                "add `castling: {with: rook}`, or `castling: none`".to_owned()
            }
        };
        found.at(Code::UnusedCastling, span, title, "no partner").help(help);
    }
    if let (CastleEnd::Files(_), None) = (castle.end, said.files) {
        found.at(Code::BadCastling, span, "this castling has no target cell", "how far?").help(
            "write the number of cells that the piece moves (`isO2`), or add `files: c g` to `castling`",
        );
    }
}

fn castles(piece: &Piece) -> impl Iterator<Item = (&Castle, Span)> {
    let terms = piece.moves.movement.terms.iter();
    terms.filter_map(|term| Some((term.castle()?, term.span)))
}

/// The value of `castling:`. `None` if no file writes the key. `names` writes a list of kinds, and
/// `when` is the text of the condition.
pub(crate) fn write(
    draft: &Draft,
    names: impl Fn(&[KindId]) -> Yaml,
    when: Option<String>,
) -> Option<Yaml> {
    let said = match &draft.castling {
        Castling::Unsaid => return None,
        Castling::None => return Some("none".into()),
        Castling::Some(said) => said,
    };
    let mut keys = Map::default();
    match &said.with {
        With::Unsaid => {}
        With::All(kinds, _) => keys.put("with", names(kinds)),
        With::Each(each) => {
            let one = |(end, kinds): &(Spanned<CastleEnd>, Vec<KindId>)| {
                (end.value.atom().to_owned(), names(kinds))
            };
            keys.put("with", each.iter().map(one).collect::<Map>().in_braces());
        }
    }
    if let Some(CastleFiles { first, last }) = said.files.map(|files| files.value) {
        keys.put("files", format!("{first} {last}"));
    }
    let here = said.homes.iter().filter(|home| draft.live().any(|(kind, _)| kind == home.kind));
    let homes: Map = here
        .map(|home| {
            let cells: Vec<&str> = home.cells.iter().map(|cell| cell.value.as_str()).collect();
            (draft.pieces[home.kind].name.value.clone(), cells.join(" "))
        })
        .collect();
    if !homes.is_empty() {
        keys.put("where", homes.in_braces());
    }
    keys.put_some("when", when);
    Some(keys.in_braces())
}
