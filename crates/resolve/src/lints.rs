//! Checks a whole game for mistakes that can be found without a board or plane.
//!
//! The compilers of boards and planes check everything that needs cells or points. Parts with
//! errors are never reported as missing.

use crate::draft::{Draft, Piece, Promotes};
use crate::effects::goals_decide;
use crate::{castling, dice, effects, hand, sentences, vocabulary};
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Help, Report};
use alfil_diagnostics::index::Id;
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::condition::{Area, Condition, PlaceKind};
use alfil_rules::effect::Effect;
use alfil_rules::goal::{Event, Verdict};
use alfil_rules::ids::{KindId, ZoneId};
use alfil_rules::look::{Form, Letter};
use alfil_rules::movement::Movement;
use alfil_rules::question::Question;
use alfil_rules::ruleset::Supply;
use alfil_rules::setup::{Placement, Row, Setup, Square, Stand};
use alfil_rules::side::Side;
use alfil_rules::space::Space;
use alfil_syntax::definition::{Definition, Role};
use alfil_syntax::piece::PieceText;
use std::collections::BTreeSet;

/// Places in the checked file for findings about missing parts and about parts of other files.
#[derive(Clone, Debug)]
pub(crate) struct Anchors<'a> {
    game: Span,
    pieces: Option<Span>,
    entries: &'a [PieceText],
}

impl<'a> Anchors<'a> {
    pub(crate) fn of(file: &'a Definition) -> Self {
        let head = Span { end: file.span.start, ..file.span };
        let named = [file.name.as_ref(), file.extends.as_ref()].into_iter().flatten().next();
        Self {
            game: named.map_or(head, |scalar| scalar.span()),
            pieces: file.pieces_key,
            entries: &file.pieces,
        }
    }

    /// The place for findings about the whole game: its name, or the head of the file.
    pub(crate) fn game(&self) -> Span {
        self.game
    }

    /// Returns `span` if it is in the checked file. Otherwise returns the entry of `piece`, the
    /// list of pieces or the game.
    fn near(&self, span: Span, piece: &str) -> Span {
        if span.source == self.game.source {
            return span;
        }
        let entry = self.entries.iter().find(|e| e.name.text() == piece).map(|e| e.name.span());
        entry.or(self.pieces).unwrap_or(self.game)
    }
}

/// Reports all findings about the game as a whole.
pub(crate) fn check(draft: &Draft, role: Role, anchors: &Anchors<'_>, found: &mut Report) {
    letters(draft, anchors, found);
    for (_, piece) in draft.live() {
        promotion(piece, draft, anchors, found);
    }
    match role {
        Role::Game => {
            missing_parts(draft, anchors, found);
            royals(draft, anchors, found);
            pieces_out_of_play(draft, found);
            more_than_before(draft, found);
            castling::lint(draft, found);
            hand::lint(draft, found);
            effects::lint(draft, found);
            effects::lint_transparency(draft, found);
            effects::lint_stacks(draft, found);
            sentences::lint(draft, found);
        }
        Role::Abstract | Role::Modifier => {}
    }
    zones(draft, found);
}

fn letters(draft: &Draft, anchors: &Anchors<'_>, found: &mut Report) {
    let mut seen: Vec<&Piece> = Vec::new();
    for (_, piece) in draft.live().filter(|(_, p)| p.letter.value.capital() != '?') {
        let Some(first) = seen.iter().find(|p| p.letter.value == piece.letter.value) else {
            seen.push(piece);
            continue;
        };
        // If possible, the finding points at a letter in the checked file.
        let own = |p: &Piece| p.letter.span.source == anchors.game.source;
        let (first, piece) =
            if own(first) && !own(piece) { (&piece, *first) } else { (first, piece) };
        let free = draft.free_letter(&piece.name.value);
        let mut finding = Diagnostic::at(
            Code::DuplicateLetter,
            piece.letter.span,
            format!(
                "the {} and the {} have the same letter `{}`",
                first.name.value, piece.name.value, piece.letter.value
            ),
            "taken",
        )
        .label(first.letter.span, format!("by the {}", first.name.value));
        if let Some(free) = free {
            finding = finding.help(Help::type_in(free));
        }
        found.push(finding);
    }
}

fn promotion(piece: &Piece, draft: &Draft, anchors: &Anchors<'_>, found: &mut Report) {
    let empty = |promotes: &&Promotes| draft.targets(promotes).is_empty();
    let trusted = !draft.broken.pieces && !piece.suspect;
    for promotes in piece.promotes.iter().filter(|_| trusted).filter(empty) {
        found
            .at(
                Code::NothingToPromoteTo,
                anchors.near(promotes.span, &piece.name.value),
                format!("the {} has nothing to promote to", piece.name.value),
                "the game has none of the pieces in `to`",
            )
            .help(format!(
                "name pieces of the game in `to`, or write `{}: {{promotes: none}}`",
                piece.name.value
            ));
    }
}

/// Returns true and reports a finding if setup and space come from different files and do not fit
/// each other.
pub(crate) fn outgrown(draft: &Draft, anchors: &Anchors<'_>, found: &mut Report) -> bool {
    let (Some(space), Some(setup)) = (&draft.space, &draft.setup) else { return false };
    let here = anchors.game.source;
    let own = setup.span.source == here || setup.span.source == space.span.source;
    if own || draft.broken.space {
        return false;
    }
    let misfit = match space.lattice.plane() {
        Some(_) if space.lattice.sphere().is_some() => off_the_sphere(setup),
        Some(size) => off_the_plane(setup, size, space.lattice.depth()),
        None => off_the_board(space, setup),
    };
    let Some((what, help)) = misfit else { return false };
    let placed = if setup.placement.rows.is_empty() { "points" } else { "rows" };
    let title = "the setup of the parent does not fit this space";
    let finding = if space.span.source == here {
        found.at(Code::BadPlacement, space.span, title, what)
    } else {
        let title = "the setup of one parent does not fit the space of another";
        found.at(Code::BadPlacement, anchors.game, title, "inherits both").label(space.span, what)
    };
    finding.label(setup.placement.span, format!("the {placed} of the parent")).help(help);
    true
}

/// For each cell of a row, true unless the row marks it as missing from the board (`*`).
fn shown(row: &Row) -> Vec<bool> {
    let cells = row.cells.iter().flat_map(|c| match c.value {
        Square::Empty(n) => vec![true; usize::from(n)],
        Square::Missing => vec![false],
        Square::Piece(..) => vec![true],
        Square::Covered(..) => Vec::new(),
    });
    cells.collect()
}

/// The reason why a setup does not fit a plane of this size, and a suggestion. `None` if it fits.
fn off_the_plane(
    setup: &Setup,
    (right, top): (f64, f64),
    depth: Option<f64>,
) -> Option<(&'static str, String)> {
    let Placement { rows, points, .. } = &setup.placement;
    if let Some(depth) = depth {
        let on = |p: &Spanned<Stand>| {
            let Stand { x, y, z, .. } = p.value;
            x.get() <= right && y.get() <= top && z.is_some_and(|z| z.get() <= depth)
        };
        let fits = rows.is_empty() && points.iter().all(on);
        let help = "add `setup:` with pieces at points: `K4.5,0.5,4 k4.5,7.5,4 w 0 1`";
        return (!fits).then(|| ("a box", help.to_owned()));
    }
    let fits_rows = rows.is_empty()
        || rows.len() as f64 == top && rows.iter().all(|row| shown(row).len() as f64 == right);
    let on = |p: &Spanned<Stand>| {
        let Stand { x, y, z, .. } = p.value;
        x.get() <= right && y.get() <= top && z.is_none()
    };
    if fits_rows && points.iter().all(on) {
        return None;
    }
    let help = "add `setup:` with pieces at points: `K4.5,0.5 k4.5,7.5 w 0 1`";
    Some(("another size", help.to_owned()))
}

/// The reason why a setup does not fit a sphere, and a suggestion. `None` if it fits.
fn off_the_sphere(setup: &Setup) -> Option<(&'static str, String)> {
    let Placement { rows, points, .. } = &setup.placement;
    let on = |p: &Spanned<Stand>| p.value.x.get().abs() <= 180.0 && p.value.y.get().abs() <= 90.0;
    if rows.is_empty() && points.iter().all(on) {
        return None;
    }
    let help = "add `setup:` with pieces at longitude and latitude: `K0,-80 k0,80 w 0 1`";
    Some(("a sphere", help.to_owned()))
}

/// The reason why a setup does not fit the board, and a suggestion. `None` if it fits.
fn off_the_board(space: &Space, setup: &Setup) -> Option<(&'static str, String)> {
    let (lattice, rows) = (&space.lattice, &setup.placement.rows);
    // For each cell of a rank from the first file, true if the board has this cell.
    let shape = |rank: u8| -> Vec<bool> {
        lattice.columns(rank).into_iter().map(|file| space.has(file, rank)).collect()
    };
    // With sections, the rows may have holes in other places, so only the lengths are compared.
    let sections = !space.sections.is_empty();
    let fits = |(row, rank): (&Row, u8)| {
        if sections {
            shown(row).len() == lattice.columns(rank).len()
        } else {
            shown(row) == shape(rank)
        }
    };
    let ranks = lattice.ranks();
    let sized = rows.len() == usize::from(ranks)
        && rows
            .iter()
            .zip((0..ranks).rev())
            .all(|(row, rank)| shown(row).len() == shape(rank).len());
    if sized && rows.iter().zip((0..ranks).rev()).all(fits) {
        return None;
    }
    let empty = |rank: u8| {
        let shape = shape(rank);
        let runs = shape
            .chunk_by(|a, b| a == b)
            .map(|run| if run[0] { run.len().to_string() } else { "*".repeat(run.len()) });
        runs.collect::<String>()
    };
    let rows: Vec<String> = (0..ranks).rev().map(empty).collect();
    let label = if sized { "other cells" } else { "another size" };
    let help = format!(
        "add `setup:` with rows for this board; for an empty board, write `{}`",
        rows.join("/")
    );
    Some((label, help))
}

fn missing_parts(draft: &Draft, anchors: &Anchors<'_>, found: &mut Report) {
    let mut lacks = |what: &str, help: &str| {
        found
            .at(Code::MissingKey, anchors.game, format!("the game has no {what}"), "it needs one")
            .help(help);
    };
    if draft.space.is_none() && !draft.broken.space {
        lacks("space", "add `space: grid 8x8`, or `extends: chess`");
    }
    if draft.live().next().is_none() && !draft.broken.pieces {
        lacks("pieces", "add `pieces:`, or `extends: chess`");
    } else if draft.setup.is_none() && !draft.broken.setup {
        lacks("start position", "add `setup:` with rows from the farthest rank down");
    }
}

fn royals(draft: &Draft, anchors: &Anchors<'_>, found: &mut Report) {
    let royal = || draft.live().filter(|(_, p)| p.royal.is_royal());
    match (draft.verdict(Event::Checkmate), royal().next()) {
        (None, Some((_, piece))) => {
            let mut said = draft.ends.iter().rev().filter(|end| end.event == Event::Checkmate);
            let said = said.next().map_or(anchors.game, |end| end.verdict.span);
            found
                .at(
                    Code::RoyalWithoutMate,
                    said,
                    format!(
                        "the {} is royal, but checkmate does not end the game",
                        piece.name.value
                    ),
                    "so no side is mated",
                )
                .label(piece.name.span, "royal")
                .help("type `checkmated: loss`, or `royal: false`");
        }
        (Some(_), None) => no_royal(draft, anchors, found),
        (None, None) => {}
        // A side needs no royal piece if a goal decides the game.
        (Some(_), Some(_))
            if draft.sentences.goals.iter().any(|goal| goal.verdict != Verdict::Draw) => {}
        (Some(_), Some(_)) => {
            let Some(setup) = draft.setup.as_ref().filter(|_| !draft.broken.setup) else { return };
            for (side, name) in draft.sides.called() {
                let held =
                    |kind| setup.hands.iter().any(|hands| hands.value.contains(&(side, kind)));
                let comes = |(kind, piece): (KindId, &Piece)| {
                    stands(setup, side, kind) || held(kind) || dice::may_turn_up(draft, side, piece)
                };
                if !royal().any(comes) {
                    let names: Vec<_> = royal().map(|(_, p)| p.name.value.as_str()).collect();
                    found
                        .at(
                            Code::RoyalNotInSetup,
                            setup.placement.span,
                            format!("the setup has no {} for {name}", names.join(" or ")),
                            "this side cannot be mated",
                        )
                        .help(royal_letter(draft, side));
                }
            }
        }
    }
}

fn royal_letter(draft: &Draft, side: Side) -> String {
    let royal = draft.live().find(|(_, p)| p.royal.is_royal());
    let letter = royal.map_or(Letter::new('K', Form::Plain), |(_, p)| p.letter.value);
    let letter = match draft.sides.letters().get(side as usize) {
        Some(owner) => format!("{owner}{letter}"),
        None => letter.of(side),
    };
    format!("put `{letter}` on a cell")
}

fn no_royal(draft: &Draft, anchors: &Anchors<'_>, found: &mut Report) {
    if draft.live().next().is_none() {
        return;
    }
    let kingly = |p: &Piece| p.name.value == "king" || p.letter.value.to_string() == "K";
    let king = draft.live().find(|(_, p)| kingly(p)).map(|(_, p)| p);
    let (at, help) = match king {
        Some(king) if king.suspect => return,
        // Goals take the place of mate.
        Some(king) if goals_decide(draft) => (
            anchors.near(king.name.span, &king.name.value),
            format!(
                "add `ends: {{checkmated: none}}`: goals decide, and nobody is mated. For mate, add `royal: true` to the {}",
                king.name.value
            ),
        ),
        Some(king) => (
            anchors.near(king.name.span, &king.name.value),
            format!("add `royal: true` to the {}", king.name.value),
        ),
        None => (
            anchors.pieces.unwrap_or(anchors.game),
            "add `king: {letter: K, moves: K, royal: true}`, or `ends: {checkmated: none}`".into(),
        ),
    };
    found
        .at(Code::NoRoyal, at, "no piece is royal", "the game has no king")
        .because("checkmate ends the game, and only a royal piece can be mated")
        .help(help);
}

fn stands(setup: &Setup, side: Side, kind: KindId) -> bool {
    let mut cells = setup.placement.rows.iter().flat_map(|r| &r.cells);
    let mut points = setup.placement.points.iter().map(|p| (p.value.side, p.value.kind));
    cells.any(|c| c.value == Square::Piece(side, kind)) || points.any(|p| p == (side, kind))
}

/// Reports a setup with more pieces of a kind than the game has that it extends, if pieces become
/// of this kind only where one was lost. That game rejects positions with so many of them, but the
/// new setup raises the limit.
fn more_than_before(draft: &Draft, found: &mut Report) {
    let setups = draft.setup.as_ref().zip(draft.replaced_setup.as_ref());
    let Some((setup, before)) = setups.filter(|_| !draft.broken.setup && !draft.broken.pieces)
    else {
        return;
    };
    let count = |setup: &Setup, side: Side, kind: KindId| {
        let cells = setup.placement.rows.iter().flat_map(|row| &row.cells);
        cells.filter(|cell| cell.value == Square::Piece(side, kind)).count()
    };
    let span = setup.placement.span;
    // A file that repeats the promotion means it for its own setup.
    let inherited =
        |rule: &&Promotes| rule.supply == Supply::Lost && rule.span.source != span.source;
    let rules = draft.live().flat_map(|(_, piece)| piece.promotes.iter().filter(inherited));
    let limited: BTreeSet<KindId> = rules.flat_map(|rule| draft.targets(rule)).collect();
    for (kind, side) in limited.into_iter().flat_map(|kind| Side::ALL.map(|side| (kind, side))) {
        let (now, most) = (count(setup, side, kind), count(before, side, kind));
        if now > most && most > 0 {
            let name = &draft.pieces[kind].name.value;
            let title = format!("one side has {now} pieces `{name}`, but {most} in the parent");
            found
                .at(Code::RaisedLimit, span, title, "more than in the parent")
                .because(format!("a piece may become a {name} only if one was lost"))
                .help("remove some of them, or repeat `promotes` here if you mean so many");
            return;
        }
    }
}

fn pieces_out_of_play(draft: &Draft, found: &mut Report) {
    let Some(setup) = draft.setup.as_ref().filter(|_| !draft.broken.setup) else { return };
    let promoted: BTreeSet<KindId> = draft
        .live()
        .flat_map(|(_, p)| &p.promotes)
        .flat_map(|p| draft.targets(p))
        .chain(draft.hand.iter().flat_map(|hand| hand.supply.iter().copied()))
        .chain(draft.sentences.effects().flat_map(Effect::made))
        .collect();
    for (kind, piece) in draft.live().filter(|(k, p)| !promoted.contains(k) && !p.suspect) {
        let in_hand = setup.hands.iter().flat_map(|h| &h.value).any(|&(_, k)| k == kind);
        let cells = || setup.placement.rows.iter().flat_map(|row| &row.cells);
        let is_beneath =
            |kind| cells().any(|c| matches!(c.value, Square::Covered(_, of) if of == kind));
        let placed =
            |kind| Side::ALL.iter().any(|&side| stands(setup, side, kind)) || is_beneath(kind);
        // With hands, a piece of the kind `+X` becomes `X` when it is captured. So `X` may come
        // into play although the setup has none.
        let face = piece.letter.value.with(Form::Plus);
        let reverts = |(kind, other): (KindId, &Piece)| other.letter.value == face && placed(kind);
        let held = draft.hand.is_some() && draft.live().any(reverts);
        let drawn = Side::BOTH.iter().any(|&side| dice::may_turn_up(draft, side, piece));
        if piece.royal.is_royal() || in_hand || placed(kind) || held || drawn {
            continue;
        }
        found
            .at(
                Code::UnusedPiece,
                piece.name.span,
                format!("the {} never comes into play", piece.name.value),
                "not in the setup, and no piece promotes to it",
            )
            .help(format!(
                "put `{}` into the setup, or remove the piece: `{}: none`",
                piece.letter.value, piece.name.value
            ));
    }
}

fn zones(draft: &Draft, found: &mut Report) {
    if draft.broken.pieces || draft.live().any(|(_, p)| p.suspect) {
        return;
    }
    let mut used = BTreeSet::new();
    for (_, piece) in draft.live() {
        let attacks = piece.attacks.as_ref().map(|a| &a.movement);
        for movement in [Some(&piece.moves.movement), attacks].into_iter().flatten() {
            in_movement(movement, &mut used);
        }
        let areas = piece.promotes.iter().filter_map(|promotes| promotes.at.as_ref());
        areas.for_each(|(area, _)| in_area(area, &mut used));
    }
    if let Some(shuffle) = &draft.shuffle {
        in_area(&shuffle.cells, &mut used);
    }
    if let Some(diagonals) = &draft.look.diagonals {
        in_area(&diagonals.value, &mut used);
    }
    in_condition(&draft.every_move.condition(), &mut used);
    in_condition(&draft.every_attack.condition(), &mut used);
    draft.turn.turn.conditions().for_each(|c| in_condition(c, &mut used));
    let promotions = draft.live().flat_map(|(_, piece)| &piece.promotes);
    let promotions = promotions.filter_map(|promotes| promotes.when.as_deref());
    let starts = draft.shuffle.iter().filter_map(|shuffle| shuffle.when.as_deref());
    let questions = draft.sentences.questions().chain(starts).chain(promotions);
    let steps = draft.turn.turn.questions().map(|asked| &asked.value);
    questions.chain(steps).for_each(|question| in_question(question, &mut used));
    let mut of_number = |area: &Area| in_area(area, &mut used);
    for amount in draft.turn.turn.amounts() {
        amount.map(&mut of_number, &mut |_| ());
    }
    let deeds = draft.sentences.effects().flat_map(Effect::areas);
    deeds.for_each(|area| in_area(&area, &mut used));
    // A zone may refer to zones before it. So the loop runs backwards and marks the zones that a
    // used zone refers to.
    for (id, zone) in draft.zones.enumerate().rev() {
        if used.contains(&id) {
            Side::ALL.iter().for_each(|&side| in_area(&zone.area[side], &mut used));
        }
    }
    for (_, zone) in draft.zones.enumerate().filter(|(id, _)| !used.contains(id)) {
        found
            .at(
                Code::UnusedZone,
                zone.name.span,
                format!("no rule uses the zone `{}`", zone.name.value),
                "never used",
            )
            .help(format!(
                "use it, such as `every move: not to {}`, or remove it",
                zone.name.value
            ));
    }
    debug_assert!(used.iter().all(|z| z.index() < draft.zones.len()));
    vocabulary::lint(draft, found);
}

fn in_movement(movement: &Movement, used: &mut BTreeSet<ZoneId>) {
    for term in &movement.terms {
        in_condition(&term.when, used);
    }
    for asked in &movement.asked {
        in_question(&asked.value, used);
    }
}

fn in_question(question: &Question, used: &mut BTreeSet<ZoneId>) {
    let (areas, conditions) = question.named();
    areas.iter().for_each(|area| in_area(area, used));
    conditions.iter().for_each(|condition| in_condition(condition, used));
}

fn in_condition(condition: &Condition, used: &mut BTreeSet<ZoneId>) {
    match condition {
        Condition::Start(place) | Condition::End(place) => {
            if let PlaceKind::In(area) = &place.kind {
                in_area(area, used);
            }
        }
        Condition::All(parts) | Condition::Any(parts) => {
            parts.iter().for_each(|c| in_condition(c, used));
        }
        Condition::Not(inner) => in_condition(inner, used),
        Condition::Always | Condition::Relative(_) | Condition::Every(_) => {}
    }
}

fn in_area(area: &Area, used: &mut BTreeSet<ZoneId>) {
    if let Area::Zone(zone) = area {
        used.insert(*zone);
    }
    area.parts().iter().for_each(|part| in_area(part, used));
}
