//! Reads and writes the fields `last=`, `quiet=` and `moved=` of a position.

use crate::model::board_model::BoardModel;
use crate::model::position::{Actor, BoardPosition, Captured, Facts};
use crate::paths::terrain::Piece;
use alfil_diagnostics::diagnostic::{Code, Help, Report};
use alfil_diagnostics::index::Id;
use alfil_diagnostics::source::Spanned;
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::Owner;
use alfil_rules::side::Side;
use alfil_topology::site_set::{AnySet, Site};

/// The word for castling in `last=`.
const CASTLING: &str = "castling";
/// The word for a skipped step.
const PASS: &str = "pass";

/// Writes the last move as ` last=e2e4`, or nothing if no move is remembered. Parentheses contain
/// facts that the position no longer shows, as in `last=e7d8=Q(P,xr)`. These are captured pieces,
/// castling, and the kind that moved if its piece is gone.
pub fn write(model: &BoardModel, position: &BoardPosition) -> String {
    let Some(Facts { side, actor, kind, from, to, captured, promotion, castles }) =
        position.memory.last
    else {
        return String::new();
    };
    let letter =
        |side, kind: KindId| model.rules.piece_letter(side, model.rules.kinds[kind].letter);
    let name = |site| model.graph.name(site);
    // A pass is presumed to be one of the other side, or of the side before with more than two.
    let passed = || {
        if model.rules.sides.are_two() {
            side != position.side
        } else {
            side == position.presumed_last_side(&model.rules)
        }
    };
    let becomes = promotion.map_or(String::new(), |kind| format!("={}", letter(side, kind)));
    let (text, is_shown) = match actor {
        // A roll is never remembered as the last move.
        Actor::Die(..) => return String::new(),
        Actor::Nobody => (PASS.to_owned(), passed()),
        Actor::Hand(kind) => (format!("{}@{}{becomes}", letter(side, kind), name(to)), true),
        Actor::Section(section, stand) => {
            let section = model.sections.get(section);
            let (file, rank) = section.stands[usize::from(stand)];
            (format!("{}:{}", section.name.value, model.graph.cell_name(file, rank)), true)
        }
        Actor::Piece => {
            let there = position.piece(to) == Some(Piece { side, kind });
            (format!("{}{}{becomes}", name(from), name(to)), there)
        }
    };
    let mut details: Vec<String> = Vec::new();
    if !is_shown {
        details.push(letter(side, kind));
    }
    let taken: String = model
        .rules
        .sides
        .each()
        .flat_map(|owner| captured.of(owner).map(move |kind| letter(owner, kind)))
        .collect();
    if !taken.is_empty() {
        details.push(format!("x{taken}"));
    }
    if castles {
        details.push(CASTLING.to_owned());
    }
    if details.is_empty() {
        format!(" last={text}")
    } else {
        format!(" last={text}({})", details.join(","))
    }
}

/// Writes the time on each clock as ` quiet=12,3`, or nothing if the game has no clocks.
pub fn write_clocks(model: &BoardModel, position: &BoardPosition) -> String {
    let clocks = &position.memory.clocks[..model.rules.clocks.len()];
    match clocks {
        [] => String::new(),
        clocks => {
            let times: Vec<String> = clocks.iter().map(u16::to_string).collect();
            format!(" quiet={}", times.join(","))
        }
    }
}

/// Reads the value of `quiet=` as [`write_clocks`] writes it.
pub(crate) fn read_clocks(
    model: &BoardModel,
    position: &mut BoardPosition,
    field: &Spanned<String>,
    found: &mut Report,
) {
    let times: Option<Vec<u16>> = field.value.split(',').map(|time| time.parse().ok()).collect();
    let clocks = model.rules.clocks.len();
    match times.filter(|times| times.len() == clocks && clocks > 0) {
        Some(times) => position.memory.clocks[..clocks].copy_from_slice(&times),
        None => {
            let help = match clocks {
                0 => Help::take_out(),
                clocks => Help::write(format!("quiet={}", vec!["0"; clocks].join(","))),
            };
            let title = format!("`{}` is not the time on the clocks of this game", field.value);
            found
                .at(Code::BadPosition, field.span, title, "turns without such moves")
                .because("there is one number for each thing without which some rule counts turns")
                .help(help);
        }
    }
}

/// Returns the cells with a piece that may have stood there since the start.
fn at_home(model: &BoardModel, position: &BoardPosition) -> AnySet {
    let stands = |site: &Site| {
        let Some(Piece { side, kind }) = position.piece(*site) else { return false };
        let began = |side: Side| model.start_cells[side][kind].has(*site);
        match model.rules.kinds[kind].owner {
            Owner::Side => began(side),
            Owner::Nobody | Owner::Both => model.rules.sides.each().any(began),
        }
    };
    model.graph.sites().filter(stands).collect()
}

/// The value of `moved=` that names no cell: all pieces on their start cells have never moved.
const NONE_MOVED: &str = "-";

/// Returns the cells with never moved pieces on the first rank of their side. Other programs write
/// these pieces in the castling field.
pub(crate) fn unmoved_on_first_ranks(model: &BoardModel, position: &BoardPosition) -> AnySet {
    let first = |site: &Site| {
        position.piece(*site).is_some_and(|piece| model.graph.rank_for(*site, piece.side) == 1)
    };
    position.memory.never_moved.into_iter().filter(first).collect()
}

/// Writes the start cells whose pieces have moved, as ` moved=a1,h8`. If there are none, but the
/// castling field is `-`, `moved=-` is written. Otherwise that `-` would mean that all pieces of
/// the first ranks have moved.
pub fn write_moved(model: &BoardModel, position: &BoardPosition) -> String {
    if !model.rules.remembers_who_moved() {
        return String::new();
    }
    let moved = at_home(model, position).minus(position.memory.never_moved);
    let names: Vec<&str> = moved.into_iter().map(|site| model.graph.name(site)).collect();
    let is_dash = position.rights.0 == 0 && !model.rights.is_empty();
    match names.as_slice() {
        [] if is_dash && !unmoved_on_first_ranks(model, position).is_empty() => {
            format!(" moved={NONE_MOVED}")
        }
        [] => String::new(),
        names => format!(" moved={}", names.join(",")),
    }
}

/// Marks every piece on a start cell as never moved, except those that `field` names. `field` is
/// the value of `moved=` as [`write_moved`] writes it.
pub(crate) fn read_moved(
    model: &BoardModel,
    position: &mut BoardPosition,
    field: Option<&Spanned<String>>,
    found: &mut Report,
) {
    if !model.rules.remembers_who_moved() {
        if let Some(field) = field {
            let title = "this game does not ask who has never moved";
            found
                .at(Code::BadPosition, field.span, title, "no rule reads it")
                .help(Help::take_out());
        }
        return;
    }
    let mut never_moved = at_home(model, position);
    let named = field.filter(|field| field.value != NONE_MOVED);
    for name in named.iter().flat_map(|field| field.value.split(',').map(|name| (name, field.span)))
    {
        let (name, span) = name;
        match model.graph.find(name).filter(|&site| never_moved.has(site)) {
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

/// Reads the value of `last=` as [`write()`] writes it.
pub(crate) fn read(
    model: &BoardModel,
    position: &mut BoardPosition,
    field: &Spanned<String>,
    found: &mut Report,
) {
    if !model.rules.remembers_moves() {
        let title = "this game does not ask for the last move";
        found.at(Code::BadPosition, field.span, title, "no rule reads it").help(Help::take_out());
        return;
    }
    position.memory.last = facts(model, position, &field.value);
    if position.memory.last.is_none() {
        let title = format!("`{}` is no last move of this position", field.value);
        found.at(Code::BadPosition, field.span, title, "who moved from where to where?").help(
            "write `last=e2e4`, `last=P@e4`, `last=pass`; with what is gone `last=e7d8=Q(P,xr)`",
        );
    }
}

fn facts(model: &BoardModel, position: &BoardPosition, text: &str) -> Option<Facts> {
    let (text, details) = match text.split_once('(') {
        Some((text, details)) => (text, details.strip_suffix(')')?),
        None => (text, ""),
    };
    let (mut mover, mut captured, mut castles) = (None, Captured::default(), false);
    for item in details.split(',').filter(|item| !item.is_empty()) {
        match (item, item.strip_prefix('x').filter(|rest| !matches!(*rest, "" | "~"))) {
            (CASTLING, _) => castles = true,
            (_, Some(mut rest)) => {
                while !rest.is_empty() {
                    let (piece, length) = letter(model, rest)?;
                    captured.insert(piece.side, piece.kind);
                    rest = &rest[length..];
                }
            }
            (_, None) => mover = Some(whole(model, item)?),
        }
    }
    let nowhere = Site::from_index(0);
    let last_side = position.presumed_last_side(&model.rules);
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
        return Some(plain(mover.map_or(last_side, |piece| piece.side), Actor::Nobody));
    }
    if let Some((name, corner)) = text.split_once(':') {
        let sections = model.rules.sides.each().flat_map(|side| model.sections.of(side));
        let id = sections.into_iter().find(|&id| model.sections.get(id).name.value == name)?;
        let section = model.sections.get(id);
        let is_there = |&(file, rank): &(u8, u8)| model.graph.cell_name(file, rank) == corner;
        let stand = section.stands.iter().position(is_there)?;
        return Some(plain(section.owner, Actor::Section(id, stand as u8)));
    }
    let (way, becomes) = match text.split_once('=') {
        Some((way, becomes)) => (way, Some(whole(model, becomes)?.kind)),
        None => (text, None),
    };
    if let Some((dropped, cell)) = way.split_once('@') {
        let Piece { side, kind } = whole(model, dropped)?;
        let to = model.graph.find(cell)?;
        let dropped = plain(side, Actor::Hand(kind));
        return Some(Facts { kind, from: to, to, promotion: becomes, ..dropped });
    }
    let digit = way.find(|c: char| c.is_ascii_digit())?;
    let second = way[digit..].find(|c: char| !c.is_ascii_digit())? + digit;
    let (from, to) = (model.graph.find(&way[..second])?, model.graph.find(&way[second..])?);
    let Piece { side, kind } = mover.or_else(|| position.piece(to))?;
    let moved = plain(side, Actor::Piece);
    Some(Facts { kind, from, to, promotion: becomes, ..moved })
}

/// Returns the piece whose letter is `text`.
fn whole(model: &BoardModel, text: &str) -> Option<Piece> {
    letter(model, text).filter(|&(_, length)| length == text.len()).map(|(piece, _)| piece)
}

/// Returns the piece with the longest letter at the start of `text`, and the length of the letter.
fn letter(model: &BoardModel, text: &str) -> Option<(Piece, usize)> {
    let all = model.rules.sides.each().flat_map(|side| {
        model.rules.kinds.enumerate().map(move |(kind, rule)| {
            let letter = model.rules.piece_letter(side, rule.letter);
            (Piece { side, kind }, letter)
        })
    });
    let begins = all.filter(|(_, letter)| text.starts_with(letter.as_str()));
    begins.max_by_key(|(_, letter)| letter.len()).map(|(piece, letter)| (piece, letter.len()))
}
