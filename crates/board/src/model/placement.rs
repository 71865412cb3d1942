//! Converts a written position to a position on the board, with findings at exact characters.
//! `rights.rs` reads the castling field and `passing.rs` the en passant field. `engine/program.rs`
//! checks whether a position can be played.

use crate::model::board_model::BoardModel;
use crate::model::castling::Right;
use crate::model::memory_fields;
use crate::model::passing::passed_field;
use crate::model::position::{BoardPosition, Columns, Hands, Memory, Rights};
use crate::model::rights::{MovedField, castling_field};
use crate::paths::terrain::Piece;
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Findings, Help, Report, did_you_mean};
use alfil_diagnostics::index::IndexVec;
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::chance::{Die, DieId, Drawn, Face, Shown, Slots};
use alfil_rules::ids::KindId;
use alfil_rules::outcome::{Counters, POINTS};
use alfil_rules::ruleset::Ruleset;
use alfil_rules::setup::{Heading, Placement, Row, Setup, ShownField, Square};
use alfil_rules::side::{Side, SideSet};
use alfil_rules::space::{Lattice, Place};
use alfil_topology::graph::Graph;
use alfil_topology::sections::{Arrangement, SectionId, Sections};
use alfil_topology::site_set::Site;

/// The largest number of pieces in hand, both sides together.
const MOST_IN_HAND: usize = 512;

/// Returns the arrangement of sections that a placement shows. Stars in a placement are missing
/// cells, and a section is where the cells are. Fails with the first section that fits none of its
/// places.
pub(crate) fn arrangement(
    sections: &Sections,
    lattice: &Lattice,
    placement: &Placement,
) -> Result<Arrangement, SectionId> {
    let mut cells: Vec<Place> = Vec::new();
    for (row, rank) in placement.rows.iter().zip((0..lattice.ranks()).rev()) {
        let mut columns = lattice.columns(rank).into_iter();
        for entry in &row.cells {
            let width = usize::from(width(entry.value));
            let here = columns.by_ref().take(width);
            match entry.value {
                Square::Missing | Square::Covered(..) => here.for_each(drop),
                Square::Empty(_) | Square::Piece(..) => {
                    cells.extend(here.map(|file| (file, rank)));
                }
            }
        }
    }
    sections.find(|cell| cells.contains(&cell))
}

fn width(square: Square) -> u16 {
    match square {
        Square::Empty(n) => n,
        Square::Missing | Square::Piece(..) => 1,
        Square::Covered(..) => 0,
    }
}

/// Returns the finding about `section`, which `placement` shows at an impossible place. `None` if
/// the rows of the placement do not have the lengths of the board's rows.
pub(crate) fn misplaced(
    graph: &Graph,
    sections: &Sections,
    placement: &Placement,
    section: SectionId,
) -> Option<Diagnostic> {
    let section = sections.get(section);
    let rows = || placement.rows.iter().zip((0..graph.ranks()).rev());
    let length = |row: &Row| row.cells.iter().map(|c| usize::from(width(c.value))).sum::<usize>();
    let fits = |(row, rank): (&Row, u8)| length(row) == graph.columns(rank).len();
    if rows().count() != usize::from(graph.ranks()) || !rows().all(fits) {
        return None;
    }
    let (_, rank) = section.stands[section.first];
    let span = rows().find(|(_, r)| *r == rank).map_or(placement.span, |(row, _)| row.span);
    let corner = |&(file, rank): &Place| graph.cell_name(file, rank);
    let places: Vec<String> = section.stands.iter().map(corner).collect();
    let title = format!("the section `{}` stands where it cannot", section.name.value);
    let size = usize::from(section.width) * usize::from(section.height);
    Some(
        Diagnostic::at(Code::BadPlacement, span, title, "no such place")
            .because("cells and stars (`*`) of a placement show where the movable sections are")
            .help(format!(
                "its {} begin at {}; every other place there is a `*`",
                count(size, "cell"),
                places.join(", ")
            )),
    )
}

/// Returns the piece on each site. If `star` is a piece, a `*` on a cell of the board means this
/// piece. Reports differences between the placement and the board, and returns `None` if there are
/// any.
pub(crate) fn squares(
    graph: &Graph,
    placement: &Placement,
    star: Option<Piece>,
    found: &mut Report,
) -> Option<IndexVec<Site, Option<Piece>>> {
    let before = found.len();
    let mut squares: IndexVec<Site, Option<Piece>> = graph.sites().map(|_| None).collect();
    let ranks = usize::from(graph.ranks());
    if placement.rows.len() != ranks {
        let title = format!(
            "the placement has {}, the board has {ranks}",
            count(placement.rows.len(), "rank")
        );
        let help =
            format!("write {ranks} ranks, from rank {ranks} down to rank 1, with `/` between them");
        found.at(Code::BadPlacement, placement.span, title, "these ranks").help(help);
        return None;
    }
    let (mut misfit, mut strays) = (false, Vec::new());
    for (row, rank) in placement.rows.iter().zip((0..graph.ranks()).rev()) {
        let columns = graph.columns(rank);
        let mut file = 0usize;
        for entry in &row.cells {
            let width = usize::from(width(entry.value));
            for &column in columns.iter().skip(file).take(width) {
                let site = graph.at(column, rank);
                let cell = graph.cell_name(column, rank);
                match (entry.value, site) {
                    (Square::Missing, None) | (Square::Empty(_), Some(_)) => {}
                    // FEN4 counts missing cells as empty ones.
                    (Square::Empty(_), None) if !graph.players().are_two() => {}
                    (Square::Piece(side, kind), Some(site)) => {
                        squares[site] = Some(Piece { side, kind })
                    }
                    (Square::Missing, Some(site)) if star.is_some() => squares[site] = star,
                    (Square::Missing, Some(_)) => {
                        strays.push((Stray::WrittenAsMissing, cell, entry.span));
                    }
                    (Square::Empty(_), None) => strays.push((Stray::Empty, cell, entry.span)),
                    // A piece beneath another fills no cell.
                    (Square::Covered(..), _) => {}
                    (Square::Piece(..), None) => strays.push((Stray::Piece, cell, entry.span)),
                }
            }
            file += width;
        }
        // A placement of another board differs in many rows. Only the first one is reported.
        if file != columns.len() && !std::mem::replace(&mut misfit, true) {
            let title = format!(
                "rank {} has {}, the board has {}",
                rank + 1,
                count(file, "cell"),
                columns.len()
            );
            let help = if file < columns.len() {
                format!("add {} for the empty cells", columns.len() - file)
            } else {
                format!("take away {}", count(file - columns.len(), "cell"))
            };
            found.at(Code::BadPlacement, row.span, title, count(file, "cell")).help(help);
        }
    }
    for sort in [Stray::WrittenAsMissing, Stray::Empty, Stray::Piece] {
        let mut alike = strays.iter().filter(|(stray, ..)| *stray == sort);
        if let Some((_, cell, span)) = alike.next() {
            found.push(sort.found(cell, alike.count(), *span));
        }
    }
    (found.len() == before).then_some(squares)
}

/// Returns the pieces beneath others. Reports them in a game without stacks.
fn columns(model: &BoardModel, placement: &Placement, found: &mut Report) -> Columns {
    let (graph, mut columns) = (&model.graph, Columns::default());
    for (row, rank) in placement.rows.iter().zip((0..graph.ranks()).rev()) {
        let files = graph.columns(rank);
        let mut file = 0;
        for entry in &row.cells {
            let Square::Covered(side, kind) = entry.value else {
                file += usize::from(width(entry.value));
                continue;
            };
            if !model.rules.has_stacks() {
                let title = "a stack in a game without stacks";
                let help = "name one piece; pieces in hand stand in square brackets: `[QPqp]`";
                found.at(Code::BadPlacement, entry.span, title, "beneath another").help(help);
                return columns;
            }
            if let Some(site) = files.get(file).and_then(|&column| graph.at(column, rank)) {
                let side = model.rules.written_for(kind, side);
                columns.push(site, Piece { side, kind });
            }
        }
    }
    columns
}

/// A cell that only the placement has or only the board has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stray {
    /// A cell of the board is written as missing.
    WrittenAsMissing,
    /// An empty cell is written, but the board has no cell there.
    Empty,
    /// A piece is written, but the board has no cell there.
    Piece,
}

impl Stray {
    /// Returns one finding for all cells of this type. `cell` is the first of them, and `more` is
    /// the number of the others.
    fn found(self, cell: &str, more: usize, span: Span) -> Diagnostic {
        let (is, are) = match self {
            Stray::WrittenAsMissing => ("is a cell of this board", "are cells of this board"),
            Stray::Empty | Stray::Piece => ("does not exist", "do not exist"),
        };
        let title = match more {
            0 => format!("{cell} {is}"),
            more => format!("{cell} and {more} other cells {are}"),
        };
        let (label, help) = match self {
            Stray::WrittenAsMissing => ("written as missing", "write `1` for an empty cell"),
            Stray::Empty => {
                ("written as an empty cell", "write `*` for each cell that does not exist")
            }
            Stray::Piece => {
                ("no piece can stand here", "write `*` for each cell that does not exist")
            }
        };
        Diagnostic::at(Code::BadPlacement, span, title, label).help(help)
    }
}

/// Returns the piece that `*` means on a cell of the board: a piece of the only unowned kind.
/// `None` if there is not exactly one such kind. The piece is assigned to `side`, the side to move.
pub(crate) fn star(rules: &Ruleset, side: Side) -> Option<Piece> {
    rules.only_nobodys().map(|kind| Piece { side, kind })
}

/// Returns the span of the characters that describe `site`.
pub(crate) fn written_at(graph: &Graph, placement: &Placement, site: Site) -> Option<Span> {
    let (file, rank) = graph.file_rank(site);
    let (row, _) = placement.rows.iter().zip((0..graph.ranks()).rev()).find(|(_, r)| *r == rank)?;
    let column = graph.columns(rank).iter().position(|&f| f == file)?;
    let mut behind = 0;
    let entry = row.cells.iter().find(|entry| {
        behind += usize::from(width(entry.value));
        behind > column
    });
    entry.map(|entry| entry.span)
}

fn count(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

/// Some texts show the hand as an additional row of the placement. Returns `setup` with this row as
/// its hand. `None` if there is no such row, or if the game has no hands.
pub(crate) fn hand_behind_slash(rules: &Ruleset, setup: &Setup) -> Option<Setup> {
    rules.hand.as_ref()?;
    setup.with_hand_behind_slash(usize::from(rules.space.lattice.ranks()))
}

/// Reads `setup` on `model`, with findings about all its fields. Returns a position if the rows fit
/// the board, even if other fields are wrong.
pub(crate) fn position(model: &BoardModel, setup: &Setup) -> Findings<BoardPosition> {
    let mut found = Report::default();
    let with_hand = hand_behind_slash(&model.rules, setup);
    let setup = with_hand.as_ref().unwrap_or(setup);
    let placement = &setup.placement;
    let (whole, shown) = (model, arrangement(&model.sections, model.graph.lattice(), placement));
    let model = shown.map_or(whole, |arrangement| whole.in_arrangement(arrangement));
    let misplaced = shown
        .err()
        .and_then(|section| misplaced(&whole.graph, &whole.sections, placement, section));
    let star = star(&model.rules, setup.side);
    let squares = match misplaced {
        Some(finding) => {
            found.push(finding);
            None
        }
        None => squares(&model.graph, placement, star, &mut found),
    };
    let Some(squares) = squares else { return Findings::new(None, found) };
    surplus(model, &squares, placement, &mut found);
    let mut position = BoardPosition {
        squares,
        columns: columns(model, placement, &mut found),
        neutrals: model.rules.neutrals().collect(),
        side: setup.side,
        out: SideSet::NONE,
        rights: Rights::default(),
        step: 1,
        arrangement: model.arrangement,
        ep_squares: Vec::new(),
        hands: Hands::of(&model.rules),
        counters: Counters::default(),
        shown: Shown::default(),
        drawn: Drawn::default(),
        memory: Memory::default(),
        halfmoves: setup.halfmoves,
        fullmove: setup.fullmove,
    };
    position.assign_unowned(&model.rules, setup.side);
    step_field(model, &mut position, setup, &mut found);
    for field in &setup.counters {
        if let Err(wrong) = model.rules.read_counter(&mut position.counters, &field.value) {
            let help = Help::type_one_of(&wrong.fields);
            found.at(Code::BadPosition, field.span, wrong.title, "no counter").help(help);
        }
    }
    for field in &setup.shown {
        shown_field(model, &mut position, field, &mut found);
    }
    if let Some(hands) = &setup.hands {
        hands_field(model, &mut position, hands, &mut found);
    }
    memory_fields::read_moved(model, &mut position, setup.moved.as_ref(), &mut found);
    if let Some(many) = &setup.many {
        heading(model, &mut position, many, &mut found);
    }
    if let Some(field) = &setup.castling {
        let moved = if setup.moved.is_some() { MovedField::Present } else { MovedField::Absent };
        castling_field(model, &mut position, field, moved, &mut found);
    }
    if let Some(field) = &setup.en_passant {
        passed_field(model, &mut position, field, &mut found);
    }
    if let Some(field) = &setup.quiet {
        memory_fields::read_clocks(model, &mut position, field, &mut found);
    }
    if let Some(field) = &setup.last {
        memory_fields::read(model, &mut position, field, &mut found);
    }
    Findings::new(Some(position), found)
}

/// Reports a side with too many pieces of a kind that only replaces lost pieces by promotion. No
/// side can have more of them than at the start.
fn surplus(
    model: &BoardModel,
    squares: &IndexVec<Site, Option<Piece>>,
    placement: &Placement,
    found: &mut Report,
) {
    let kinds = model.rules.kinds.ids().filter(|&kind| model.rules.only_comes_back(kind));
    for (kind, side) in
        kinds.flat_map(|kind| model.rules.sides.each().map(move |side| (kind, side)))
    {
        let same = |piece: &&Piece| {
            piece.side == side && model.rules.counts_as(piece.kind) == model.rules.counts_as(kind)
        };
        let there = squares.iter().flatten().filter(same).count();
        let most = model.start_counts[side][model.rules.counts_as(kind)] as usize;
        if there > most {
            let name = &model.rules.kinds[kind].name.value;
            let title =
                format!("{} of one side, which never has more than {most}", count(there, name));
            found
                .at(Code::BadPlacement, placement.span, title, "too many")
                .because(format!("a piece becomes a {name} only where one was lost"))
                .help("take some of them away");
            return;
        }
    }
}

/// Reads what a position in FEN4 says before its pieces: sides that are out, castling rights and
/// points.
fn heading(
    model: &BoardModel,
    position: &mut BoardPosition,
    many: &Spanned<Heading>,
    found: &mut Report,
) {
    let Heading { out, near, far, points, mover: _, flag_spans } = &many.value;
    let sides = || model.rules.sides.each().enumerate();
    let has = |flags: &[bool], number: usize| flags.get(number).copied().unwrap_or_default();
    position.out = sides().filter(|&(n, _)| has(out, n)).map(|(_, side)| side).collect();
    let mut dead: Vec<(Lack, Vec<Span>)> = Vec::new();
    for (number, side) in sides() {
        for (flags, is_near) in [(near, true), (far, false)] {
            if !has(flags, number) || position.out.has(side) {
                continue;
            }
            let Err(lack) = give_rights(model, position, side, is_near) else { continue };
            let span = flag_spans[usize::from(!is_near)].get(number).copied();
            let span = span.unwrap_or(many.span);
            match dead.iter_mut().find(|(other, _)| *other == lack) {
                Some((_, spans)) => spans.push(span),
                None => dead.push((lack, vec![span])),
            }
        }
    }
    for (lack, spans) in dead {
        found.push(lack.found(model, &spans));
    }
    if position.out.has(position.side) {
        let title = "the side to move is out of the game";
        found
            .at(Code::BadPosition, many.span, title, "it cannot move")
            .help("give the move to a side that plays");
    }
    let counted = model.rules.counters.iter().position(|name| name == POINTS);
    match counted {
        Some(counter) => {
            for (number, side) in sides() {
                let points = points.get(number).copied().unwrap_or_default();
                position.counters[side][counter] = points;
            }
        }
        None if points.iter().any(|&points| points > 0) => {
            found
                .at(Code::BadPosition, many.span, "this game does not count `points`", "points")
                .help("write zeros for the points");
        }
        None => {}
    }
}

/// What a castling flag of a side lacks. Flags that lack the same have one finding together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lack {
    /// No side castles in this game.
    Castling,
    /// The side never castles.
    SideThatCastles(Side),
    /// The side never castles with its nearest partner (`near`), or never with another one.
    Direction { side: Side, near: bool },
    /// The castling piece is not on its cell.
    King(Piece, Site),
    /// The partner is not on its cell.
    Partner(Piece, Site),
}

impl Lack {
    /// The finding about the flags at `spans`, of which there is at least one.
    fn found(self, model: &BoardModel, spans: &[Span]) -> Diagnostic {
        let rights = if spans.len() == 1 { "castling right" } else { "castling rights" };
        let name = |side: Side| model.rules.name_of(side);
        let without = |piece: Piece, site: Site| {
            let (kind, cell) = (&model.rules.kinds[piece.kind].name.value, model.graph.name(site));
            format!("{rights} of {} without the {kind} on {cell}", name(piece.side))
        };
        let title = match self {
            Lack::Castling => format!("{rights} in a game without castling"),
            Lack::SideThatCastles(side) => {
                format!("{rights} of {}, which never castles", name(side))
            }
            Lack::Direction { side, near: true } => {
                format!("{rights} of {}, which never castles with a near partner", name(side))
            }
            Lack::Direction { side, near: false } => {
                format!("{rights} of {}, which castles with its nearest partner only", name(side))
            }
            Lack::King(piece, site) | Lack::Partner(piece, site) => without(piece, site),
        };
        let (label, numbers) = match spans.len() {
            1 => ("this right cannot live", "`0`"),
            _ => ("one of the rights that cannot live", "zeros"),
        };
        let finding = Diagnostic::new(Code::BadCastlingField, title);
        let labelled = spans.iter().fold(finding, |finding, &span| finding.label(span, label));
        labelled.help(format!("write {numbers} for no right"))
    }
}

/// Reads a castling flag of `side`: gives it the rights with its nearest partner, or those with the
/// others. Fails if the pieces of none of these rights are on their cells.
fn give_rights(
    model: &BoardModel,
    position: &mut BoardPosition,
    side: Side,
    near: bool,
) -> Result<(), Lack> {
    if model.rights.is_empty() {
        return Err(Lack::Castling);
    }
    if model.rights.iter().all(|right| right.side != side) {
        return Err(Lack::SideThatCastles(side));
    }
    let own: Vec<(usize, [(Piece, Site); 2])> = model
        .rights
        .iter()
        .enumerate()
        .filter(|&(bit, right)| right.side == side && model.is_nearest(bit) == near)
        .map(|(bit, right)| (bit, right.pieces()))
        .collect();
    let stands = |&(piece, site): &(Piece, Site)| position.piece(site) == Some(piece);
    let living = own.iter().filter(|(_, pieces)| pieces.iter().all(stands));
    let bits = living.fold(0, |bits, (bit, _)| bits | 1 << bit);
    if bits == 0 {
        // A partner is named only if a king stands, because both flags of a side lack an absent king.
        let partner = own.iter().find(|(_, [king, _])| stands(king)).map(|(_, [_, it])| *it);
        let king = own.first().map(|(_, [king, _])| *king);
        return Err(match (partner, king) {
            (Some((piece, site)), _) => Lack::Partner(piece, site),
            (None, Some((piece, site))) => Lack::King(piece, site),
            (None, None) => Lack::Direction { side, near },
        });
    }
    position.rights.0 |= bits;
    Ok(())
}

impl BoardModel {
    /// Returns whether no other partner of the castling piece of right `bit` is nearer.
    pub fn is_nearest(&self, bit: usize) -> bool {
        let distance = |right: &Right| {
            let place = |site| self.graph.file_rank(site);
            let ((a, b), (c, d)) = (place(right.king), place(right.partner));
            a.abs_diff(c).max(b.abs_diff(d))
        };
        let right = &self.rights[bit];
        let own = (distance(right), bit);
        let mut rivals = self.rights.iter().enumerate().filter(|(_, r)| r.side == right.side);
        rivals.all(|(other, rival)| own <= (distance(rival), other))
    }
}

/// Reads the step of the turn, as in `step=2`.
fn step_field(model: &BoardModel, position: &mut BoardPosition, setup: &Setup, found: &mut Report) {
    let length = model.rules.turn.length(setup.side, setup.fullmove).most();
    if setup.step <= length {
        position.step = setup.step;
        return;
    }
    let title = format!("step {} of a turn of {}", setup.step, count(length as usize, "step"));
    let help = match length {
        1 => "leave `step=` out".to_owned(),
        _ => format!("type `step=1` to `step={length}`, or leave it out for the first"),
    };
    found.at(Code::BadPosition, setup.span, title, "`step=` is past the turn's end").help(help);
}

/// Reads the value of a die, as in `die=3`.
fn shown_field(
    model: &BoardModel,
    position: &mut BoardPosition,
    field: &Spanned<ShownField>,
    found: &mut Report,
) {
    let ShownField { die: name, word } = &field.value;
    let dice = &model.rules.dice;
    let Some((id, die)) = dice.enumerate().find(|(_, die)| die.name.value == *name) else {
        if dice.is_empty() || model.rules.counters.contains(name) {
            let title = format!("`{name}={word}` in a position");
            let label = "expected White's number and Black's, such as `checks=2+0`";
            let help = Help::type_in(format!("{name}=0+0"));
            found.at(Code::BadPosition, field.span, title, label).help(help);
            return;
        }
        let title = format!("this game has no die `{name}`");
        let known = dice.iter().map(|die| die.name.value.as_str());
        let help = match did_you_mean(name, known) {
            Some(near) => Help::write(format!("{near}={word}")),
            None => Help::take_out(),
        };
        found.at(Code::BadPosition, field.span, title, "no such die").help(help);
        return;
    };
    if word.contains(',') {
        return left_field(model, position, (id, die), field, found);
    }
    match die.face(word) {
        Some(face) => position.shown.set(id, face),
        None => {
            let words: Vec<&str> = die.faces.iter().map(|face| face.word.as_str()).collect();
            let help = match did_you_mean(word, words.iter().copied()) {
                Some(near) => Help::write(format!("{name}={near}")),
                None => format!("its values are {}", words.join(", ")).into(),
            };
            let title = format!("`{name}` never shows `{word}`");
            found.at(Code::BadPosition, field.span, title, "no such value").help(help);
        }
    }
}

/// Reads what is left in a bag, as in `tiles=1,2,0`.
fn left_field(
    model: &BoardModel,
    position: &mut BoardPosition,
    (id, die): (DieId, &Die),
    field: &Spanned<ShownField>,
    found: &mut Report,
) {
    let name = &die.name.value;
    if !die.is_bag() {
        let title = format!("`{name}` is no bag");
        let help = format!("a die shows one value: `{name}={}`", die.faces[0].word);
        found.at(Code::BadPosition, field.span, title, "several numbers").help(help);
        return;
    }
    let counts: Vec<Option<u16>> = field.value.word.split(',').map(|n| n.parse().ok()).collect();
    let at_most = |(face, count): (&Face, &Option<u16>)| count.is_some_and(|n| n <= face.weight);
    if counts.len() != die.faces.len() || !die.faces.iter().zip(&counts).all(at_most) {
        let full: Vec<String> = die.faces.iter().map(|face| face.weight.to_string()).collect();
        let title = format!("`{}` are not the contents of the bag `{name}`", field.value.word);
        let why = "the numbers say how often each value is left, in the order of the definition";
        found
            .at(Code::BadPosition, field.span, title, "too many or too few")
            .because(why)
            .help(format!("a full bag is `{name}={}`", full.join(",")));
        return;
    }
    let slots = Slots::of(&model.rules.dice);
    for ((face, value), count) in die.ids().zip(&die.faces).zip(counts) {
        let drawn = value.weight.saturating_sub(count.unwrap_or(0));
        position.drawn.set(slots, id, face, drawn.min(255) as u8);
    }
}

/// Reads the pieces in hand, as in `[QRqr]`.
fn hands_field(
    model: &BoardModel,
    position: &mut BoardPosition,
    hands: &Spanned<Vec<(Side, KindId)>>,
    found: &mut Report,
) {
    if model.rules.hand.is_none() {
        found
            .at(
                Code::NoHand,
                hands.span,
                "pieces in hand in a game without hands",
                "nobody holds anything",
            )
            .help("take the brackets away");
        return;
    }
    if hands.value.len() > MOST_IN_HAND {
        let title = format!("{} pieces in hand, at most {MOST_IN_HAND} can be", hands.value.len());
        found.at(Code::BadPlacement, hands.span, title, "too many");
        return;
    }
    for &(side, kind) in &hands.value {
        // A promoted piece in hand has its original kind.
        let kind = model.rules.kinds[kind].reverts_to.map_or(kind, |r| r.to);
        if model.rules.hand.as_ref().is_some_and(|hand| hand.supply.contains(&kind)) {
            let name = &model.rules.kinds[kind].name.value;
            let title = format!("the supply of the {name} is endless, so hands do not count it");
            found
                .at(Code::BadPlacement, hands.span, title, "counts one")
                .help(format!("take the letter of the {name} out of the brackets"));
            return;
        }
        position.hands.give(side, kind, 1);
    }
}
