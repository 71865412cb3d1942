//! The fields `last=`, `quiet=` and `moved=` of a position.

use crate::model::board_model::BoardModel;
use crate::model::memory::{Captured, Facts};
use crate::model::position::{Actor, BoardPosition};
use crate::paths::terrain::Piece;
use crate::topology::site_set::{AnySet, Site};
use alfil_diagnostics::diagnostic::{Code, Report};
use alfil_diagnostics::index::Id;
use alfil_diagnostics::source::Spanned;
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::Owner;
use alfil_rules::side::Side;

/// The word for castling in `last=`.
const CASTLING: &str = "castling";
/// The word for a step that was left out.
const PASS: &str = "pass";

/// ` last=e2e4`: the move, and in parentheses what the position does not show any more: the kind that moved, if it
/// stands there no more, what was captured, and that it was castling. `last=e7d8=Q(P,xr)`.
pub fn write(arena: &BoardModel, position: &BoardPosition) -> String {
    let Some(Facts { side, actor, kind, from, to, captured, promotion, castles }) =
        position.memory.last
    else {
        return String::new();
    };
    let letter = |side, kind: KindId| arena.rules.kinds[kind].letter.of(side);
    let name = |site| arena.graph.name(site);
    let becomes = promotion.map_or(String::new(), |kind| format!("={}", letter(side, kind)));
    let (text, told) = match actor {
        Actor::Nobody => (PASS.to_owned(), side != position.side),
        Actor::Hand(kind) => (format!("{}@{}{becomes}", letter(side, kind), name(to)), true),
        Actor::Section(section, stand) => {
            let section = arena.sections.get(section);
            let (file, rank) = section.stands[usize::from(stand)];
            (format!("{}:{}", section.name.value, arena.graph.cell_name(file, rank)), true)
        }
        Actor::Piece => {
            let there = position.piece(to) == Some(Piece { side, kind });
            (format!("{}{}{becomes}", name(from), name(to)), there)
        }
    };
    let mut beside: Vec<String> = Vec::new();
    if !told {
        beside.push(letter(side, kind));
    }
    let taken: String = Side::BOTH
        .into_iter()
        .flat_map(|owner| captured.of(owner).map(move |kind| letter(owner, kind)))
        .collect();
    if !taken.is_empty() {
        beside.push(format!("x{taken}"));
    }
    if castles {
        beside.push(CASTLING.to_owned());
    }
    match beside.is_empty() {
        true => format!(" last={text}"),
        false => format!(" last={text}({})", beside.join(",")),
    }
}

/// ` quiet=12,3`: the time on each clock.
pub fn write_clocks(arena: &BoardModel, position: &BoardPosition) -> String {
    let clocks = &position.memory.clocks[..arena.rules.clocks.len()];
    match clocks {
        [] => String::new(),
        clocks => {
            let times: Vec<String> = clocks.iter().map(u16::to_string).collect();
            format!(" quiet={}", times.join(","))
        }
    }
}

/// Reads what [`write_clocks`] wrote behind `quiet=`.
pub fn read_clocks(
    arena: &BoardModel,
    position: &mut BoardPosition,
    field: &Spanned<String>,
    found: &mut Report,
) {
    let times: Option<Vec<u16>> = field.value.split(',').map(|time| time.parse().ok()).collect();
    let clocks = arena.rules.clocks.len();
    match times.filter(|times| times.len() == clocks && clocks > 0) {
        Some(times) => position.memory.clocks[..clocks].copy_from_slice(&times),
        None => {
            let help = match clocks {
                0 => "take it out".to_owned(),
                clocks => format!("write `quiet={}`", vec!["0"; clocks].join(",")),
            };
            let title = format!("`{}` is not the time on the clocks of this game", field.value);
            found
                .at(Code::BadPosition, field.span, title, "turns without such moves")
                .because("there is one number for each thing without which some rule counts turns")
                .help(help);
        }
    }
}

/// Cells of `position` on which a piece stands as one did in the beginning.
fn at_home(arena: &BoardModel, position: &BoardPosition) -> AnySet {
    let stands = |site: &Site| {
        let Some(Piece { side, kind }) = position.piece(*site) else { return false };
        let began = |side: Side| arena.start_cells[side][kind].has(*site);
        match arena.rules.kinds[kind].owner {
            Owner::Side => began(side),
            Owner::Nobody | Owner::Both => Side::BOTH.into_iter().any(began),
        }
    };
    arena.graph.sites().filter(stands).collect()
}

/// What `moved=` says where no piece that stands as in the beginning has moved.
const NONE_MOVED: &str = "-";

/// Cells on the first ranks of both sides whose pieces have never moved: of these other programs write in the castling
/// field.
pub fn unmoved_on_first_ranks(arena: &BoardModel, position: &BoardPosition) -> AnySet {
    let first = |site: &Site| {
        position.piece(*site).is_some_and(|piece| arena.graph.rank_for(*site, piece.side) == 1)
    };
    position.memory.never_moved.into_iter().filter(first).collect()
}

/// ` moved=a1,h8`: pieces that stand as in the beginning, and have moved. `moved=-` where the castling field, which is `-`,
/// would otherwise say that those of the first rank have.
pub fn write_moved(arena: &BoardModel, position: &BoardPosition) -> String {
    if !arena.rules.remembers_who_moved() {
        return String::new();
    }
    let moved = at_home(arena, position).minus(position.memory.never_moved);
    let names: Vec<&str> = moved.into_iter().map(|site| arena.graph.name(site)).collect();
    let is_dash = position.rights.0 == 0 && !arena.rights.is_empty();
    match names.as_slice() {
        [] if is_dash && !unmoved_on_first_ranks(arena, position).is_empty() => {
            format!(" moved={NONE_MOVED}")
        }
        [] => String::new(),
        names => format!(" moved={}", names.join(",")),
    }
}

/// Takes every piece of `position` that stands as in the beginning for one that has never moved, but those that
/// `field` names, which is what [`write_moved`] wrote behind `moved=`.
pub fn read_moved(
    arena: &BoardModel,
    position: &mut BoardPosition,
    field: Option<&Spanned<String>>,
    found: &mut Report,
) {
    if !arena.rules.remembers_who_moved() {
        if let Some(field) = field {
            let title = "this game does not ask who has never moved";
            found.at(Code::BadPosition, field.span, title, "no rule reads it").help("take it out");
        }
        return;
    }
    let mut never_moved = at_home(arena, position);
    let named = field.filter(|field| field.value != NONE_MOVED);
    for name in named.iter().flat_map(|field| field.value.split(',').map(|name| (name, field.span)))
    {
        let (name, span) = name;
        match arena.graph.find(name).filter(|&site| never_moved.has(site)) {
            Some(site) => never_moved = never_moved.minus(AnySet::of(site)),
            None => {
                let title = format!("no piece on `{name}` that stands there as in the beginning");
                found
                    .at(Code::BadPosition, span, title, "no such piece")
                    .help("name cells whose pieces stand where they began, or leave `moved=` out");
            }
        }
    }
    position.memory.never_moved = never_moved;
}

/// Reads what [`write()`] wrote behind `last=`.
pub fn read(
    arena: &BoardModel,
    position: &mut BoardPosition,
    field: &Spanned<String>,
    found: &mut Report,
) {
    if !arena.rules.remembers_moves() {
        let title = "this game does not ask for the last move";
        found.at(Code::BadPosition, field.span, title, "no rule reads it").help("take it out");
        return;
    }
    position.memory.last = facts(arena, position, &field.value);
    if position.memory.last.is_none() {
        let title = format!("`{}` is no last move of this position", field.value);
        found.at(Code::BadPosition, field.span, title, "who moved from where to where?").help(
            "write `last=e2e4`, `last=P@e4`, `last=pass`; with what is gone `last=e7d8=Q(P,xr)`",
        );
    }
}

fn facts(arena: &BoardModel, position: &BoardPosition, text: &str) -> Option<Facts> {
    let (text, beside) = match text.split_once('(') {
        Some((text, beside)) => (text, beside.strip_suffix(')')?),
        None => (text, ""),
    };
    let (mut mover, mut captured, mut castles) = (None, Captured::default(), false);
    for item in beside.split(',').filter(|item| !item.is_empty()) {
        match (item, item.strip_prefix('x').filter(|rest| !matches!(*rest, "" | "~"))) {
            (CASTLING, _) => castles = true,
            (_, Some(mut rest)) => {
                while !rest.is_empty() {
                    let (piece, length) = letter(arena, rest)?;
                    captured.insert(piece.side, piece.kind);
                    rest = &rest[length..];
                }
            }
            (_, None) => mover = Some(whole(arena, item)?),
        }
    }
    let nowhere = Site::from_index(0);
    let told = if position.step > 1 { position.side } else { position.side.other() };
    let plain = |side, actor| Facts {
        side,
        actor,
        kind: KindId::default(),
        from: nowhere,
        to: nowhere,
        captured,
        promotion: None,
        castles,
    };
    if text == PASS {
        return Some(plain(mover.map_or(told, |piece| piece.side), Actor::Nobody));
    }
    if let Some((name, corner)) = text.split_once(':') {
        let sections = Side::BOTH.into_iter().flat_map(|side| arena.sections.of(side));
        let id = sections.into_iter().find(|&id| arena.sections.get(id).name.value == name)?;
        let section = arena.sections.get(id);
        let is_there = |&(file, rank): &(u8, u8)| arena.graph.cell_name(file, rank) == corner;
        let stand = section.stands.iter().position(is_there)?;
        return Some(plain(section.owner, Actor::Section(id, stand as u8)));
    }
    let (way, becomes) = match text.split_once('=') {
        Some((way, becomes)) => (way, Some(whole(arena, becomes)?.kind)),
        None => (text, None),
    };
    if let Some((dropped, cell)) = way.split_once('@') {
        let Piece { side, kind } = whole(arena, dropped)?;
        let to = arena.graph.find(cell)?;
        let dropped = plain(side, Actor::Hand(kind));
        return Some(Facts { kind, from: to, to, promotion: becomes, ..dropped });
    }
    let digit = way.find(|c: char| c.is_ascii_digit())?;
    let second = way[digit..].find(|c: char| !c.is_ascii_digit())? + digit;
    let (from, to) = (arena.graph.find(&way[..second])?, arena.graph.find(&way[second..])?);
    let Piece { side, kind } = mover.or_else(|| position.piece(to))?;
    let moved = plain(side, Actor::Piece);
    Some(Facts { kind, from, to, promotion: becomes, ..moved })
}

/// The piece whose letter `text` is.
fn whole(arena: &BoardModel, text: &str) -> Option<Piece> {
    letter(arena, text).filter(|&(_, length)| length == text.len()).map(|(piece, _)| piece)
}

/// The piece with whose letter `text` begins, the longest, and its length.
fn letter(arena: &BoardModel, text: &str) -> Option<(Piece, usize)> {
    let all = Side::BOTH.into_iter().flat_map(|side| {
        arena
            .rules
            .kinds
            .enumerate()
            .map(move |(kind, rule)| (Piece { side, kind }, rule.letter.of(side)))
    });
    let begins = all.filter(|(_, letter)| text.starts_with(letter.as_str()));
    begins.max_by_key(|(_, letter)| letter.len()).map(|(piece, letter)| (piece, letter.len()))
}
