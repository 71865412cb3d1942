//! The movement strings of a variant's pieces, and their hands and drops.

use crate::fairy::betza::{self, Gait, Leap, Mode, Term};
use crate::fairy::case::{Area, Case, Cells, Form, Kind};
use crate::fairy::table::{Origin, Program, Settings};
use crate::fairy::values::{Captured, Enclosing, PieceType, Side, Sided, Squares};
use crate::remark::{Remark, Weight};
use alfil_syntax::write::{Map, Yaml};

/// Clauses of a movement, in their order.
#[derive(Default, Debug)]
pub(crate) struct Clauses(Vec<String>);

impl Clauses {
    /// Adds terms that hold everywhere.
    pub(crate) fn add(&mut self, terms: &str) {
        match (&mut self.0[..], terms.is_empty()) {
            (_, true) => {}
            ([only], false) if !only.contains(" when ") => {
                only.push(' ');
                only.push_str(terms);
            }
            ([], false) => self.0.push(terms.to_owned()),
            (_, false) => self.0.push(format!("+ {terms}")),
        }
    }

    /// Adds terms under a condition.
    pub(crate) fn add_when(&mut self, terms: &str, condition: &str) {
        if !terms.is_empty() {
            self.0.push(format!("+ {terms} when {condition}"));
        }
    }

    /// Keeps only moves for which the condition holds.
    pub(crate) fn only(&mut self, condition: &str) {
        if !self.0.is_empty() {
            self.0.push(format!("only when {condition}"));
        }
    }

    /// The movement.
    pub(crate) fn text(&self) -> String {
        if self.0.is_empty() { "none".to_owned() } else { self.0.join("; ") }
    }
}

/// How a type moves, with the first moves of pawns.
pub(crate) fn terms(settings: &Settings, piece: PieceType) -> betza::Moves {
    let given = settings.pieces.get(&piece).and_then(|given| given.betza.as_deref());
    let mut moves = betza::read(given.or(piece.betza()).unwrap_or_default());
    if given.is_none() {
        moves.skipped.clear();
    }
    if piece.is("king")
        && given.is_none()
        && let Some(other) = settings.king_type
    {
        moves = betza::read(other.betza().unwrap_or_default());
    }
    let forward = |ranks: i8| Term {
        leaps: vec![Leap { right: 0, forward: ranks }],
        mode: Mode::Quiet,
        gait: Gait::Lame,
        first: true,
    };
    // The program makes no captures as first moves.
    moves.terms.retain(|term| !term.first || term.mode != Mode::Capture);
    for term in moves.terms.iter_mut().filter(|term| term.first) {
        term.mode = Mode::Quiet;
    }
    // In the fork, other pawns make double steps as well.
    let steps = settings.program == Program::LargeBoards
        && settings.pawn_types.contains(piece)
        && !moves.terms.iter().any(|term| term.first);
    if piece.is("pawn") || steps {
        moves.terms.push(forward(2));
        let triple = |side: &Side| settings.triple_squares(*side, piece) != Squares::default();
        if Side::ALL.iter().any(triple) {
            moves.terms.push(forward(3));
        }
    }
    if !settings.double_step {
        moves.terms.retain(|term| !term.first);
    }
    moves
}

/// True if a term can be answered by a capture in passing.
fn leaves_trace(term: &Term) -> bool {
    let ahead = |leap: &Leap| {
        let right = leap.right.abs();
        (right == 0 || right == leap.forward) && leap.forward >= 2
    };
    term.first
        && term.mode == Mode::Quiet
        && term.gait == Gait::Lame
        && term.leaps.iter().all(ahead)
}

/// True if some piece can be captured in passing.
pub(crate) fn has_traces(case: &Case<'_>) -> bool {
    let mut kinds = case.kinds.iter();
    kinds.any(|kind| terms(case.settings, kind.piece).terms.iter().any(leaves_trace))
}

/// How captures in passing are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Passing {
    Never,
    Anywhere,
    /// Only on some squares, in a clause of its own.
    There,
}

/// The clauses of a kind without castling and drops.
pub(crate) fn clauses(case: &mut Case<'_>, kind: &Kind) -> Clauses {
    let moves = terms(case.settings, kind.piece);
    report(case, kind, &moves.skipped);
    if !moves.lost.is_empty() && kind.base.is_none() {
        let what = "its sliders jump over own pieces, or move a distance that depends on the pieces on the line";
        case.lose(&kind.piece.key(), what);
    }
    let (passing, region) = passing(case, kind);
    let mut clauses = Clauses::default();
    let plain: Vec<Term> = moves.terms.iter().filter(|term| !term.first).cloned().collect();
    if kind.piece.is("soldier") && case.settings.soldier_rank.0 > 1 {
        clauses.add("fW");
        let last = case.board.ranks;
        let first = case.settings.soldier_rank.0.min(last);
        clauses.add_when("sW", &format!("from ranks {first}-{last}"));
    } else {
        clauses.add(&joined(&plain, passing));
    }
    if let (Passing::There, Some(region)) = (passing, &region) {
        let captures = plain.iter().filter(|term| term.mode != Mode::Quiet);
        let words: Vec<String> = captures.map(|term| betza::written(term, "e")).collect();
        clauses.add_when(&words.join(" "), &format!("to {region}"));
    }
    first_moves(case, kind, &moves.terms, &mut clauses);
    diagonals(case, kind, &mut clauses);
    // A kind that never captures needs no words about what it captures.
    if moves.terms.iter().any(|term| term.mode != Mode::Quiet) {
        immunity(case, kind, &mut clauses);
    }
    let mobility = |side| case.settings.mobility.get(&(side, kind.piece)).copied();
    if Side::ALL.iter().any(|side| mobility(*side).is_some()) {
        let [white, black] = Side::ALL.map(|side| mobility(side).unwrap_or(Squares::ALL));
        match case.areas.area(&format!("{} zone", kind.name), &Sided { white, black }) {
            Area::Everywhere => {}
            Area::Nowhere => clauses = Clauses::default(),
            Area::Words(words) => clauses.only(&format!("to {words}")),
        }
    }
    jumps(case, kind, &moves.terms, &mut clauses);
    if case.settings.flying_general && kind.piece.is("king") {
        clauses.add("kR");
    }
    if case.settings.diagonal_general && kind.piece.is("king") {
        clauses.add("kB");
    }
    clauses
}

/// Reports letters that the program skips.
fn report(case: &mut Case<'_>, kind: &Kind, skipped: &[String]) {
    if skipped.is_empty() || kind.base.is_some() {
        return;
    }
    let key = kind.piece.key();
    let place = match case.settings.origin(&key) {
        Some(Origin::File(place)) => Some(place),
        Some(Origin::BuiltIn) | None => return,
    };
    let words: String = skipped.concat();
    let (weight, what) = match case.settings.program {
        Program::FairyStockfish => {
            (Weight::Doubt, format!("the other program ignores `{words}` in the moves of `{key}`"))
        }
        // The fork reads more than this importer does.
        Program::LargeBoards => {
            (Weight::Lost, format!("`{words}` in the moves of `{key}` is not carried over"))
        }
    };
    case.remarks.push(Remark { place, key, weight, what, help: None });
}

/// How a kind captures in passing, and where.
fn passing(case: &mut Case<'_>, kind: &Kind) -> (Passing, Option<String>) {
    let types = &case.settings.en_passant_types;
    let able = Side::ALL.map(|side| types.of(side).contains(kind.piece));
    if able == [false, false] || !has_traces(case) {
        return (Passing::Never, None);
    }
    let region = case.settings.en_passant_region.clone();
    let [white, black] = Side::ALL.map(|side| case.areas.cells(region.of(side)));
    let none = |able: bool, cells: Cells| if able { cells } else { Cells::new() };
    let (white, black) = (none(able[0], white), none(able[1], black));
    match case.areas.of_cells("passing zone", white, black) {
        Area::Everywhere => (Passing::Anywhere, None),
        Area::Nowhere => (Passing::Never, None),
        Area::Words(words) => (Passing::There, Some(words)),
    }
}

/// True if a piece of this kind can capture in passing where it promotes.
pub(crate) fn passes_in_zone(case: &Case<'_>, kind: &Kind) -> bool {
    let settings = case.settings;
    let able = |side: &Side| settings.en_passant_types.of(*side).contains(kind.piece);
    has_traces(case)
        && Side::ALL.into_iter().filter(able).any(|side| {
            let zone = settings.promotion_squares(side, kind.piece);
            let (other, back) = match side {
                Side::White => (Side::Black, -1),
                Side::Black => (Side::White, 1),
            };
            let passed = |squares: Squares, steps: i8| {
                let starts = case.areas.cells(&squares);
                starts.iter().any(|&(file, rank)| {
                    let beyond = rank.checked_add_signed(back * steps);
                    beyond.is_some_and(|rank| zone.contains(file, rank))
                })
            };
            let mut others = case.kinds.iter();
            others.any(|enemy| {
                passed(settings.double_squares(other, enemy.piece), 1)
                    || [1, 2]
                        .iter()
                        .any(|n| passed(settings.triple_squares(other, enemy.piece), *n))
            })
        })
}

/// Terms as one string.
fn joined(terms: &[Term], passing: Passing) -> String {
    let mut words = Vec::new();
    let mut rest = terms;
    while let [term, others @ ..] = rest {
        rest = others;
        // Both halves of `K` and `Q` in one word.
        if let [next, ..] = others
            && let Some(word) = whole(term, next)
            && (passing != Passing::Anywhere || term.mode == Mode::Quiet)
        {
            words.push(word);
            rest = &others[1..];
            continue;
        }
        match (term.mode, passing) {
            (Mode::Quiet, _) => words.push(betza::written(term, "m")),
            (Mode::Capture, Passing::Anywhere) => words.push(betza::written(term, "ce")),
            (Mode::Capture, Passing::Never | Passing::There) => {
                words.push(betza::written(term, "c"))
            }
            (Mode::Both, Passing::Anywhere) => {
                words.extend([betza::written(term, "m"), betza::written(term, "ce")]);
            }
            (Mode::Both, Passing::Never | Passing::There) => words.push(betza::written(term, "")),
        }
    }
    words.join(" ")
}

/// `K` or `Q` for an orthogonal and a diagonal term that are alike and have all directions.
fn whole(one: &Term, two: &Term) -> Option<String> {
    let all = |term: &Term, diagonal: bool| {
        term.leaps.len() == 4
            && term.leaps.iter().all(|leap| {
                let (a, b) = (leap.right.abs(), leap.forward.abs());
                if diagonal { (a, b) == (1, 1) } else { a + b == 1 }
            })
    };
    let alike = (one.mode, one.gait, one.first) == (two.mode, two.gait, two.first);
    if !(alike && all(one, false) && all(two, true)) {
        return None;
    }
    let mode = match one.mode {
        Mode::Both => "",
        Mode::Quiet => "m",
        Mode::Capture => "c",
    };
    let range = |limit: u8| if limit == 0 { String::new() } else { limit.to_string() };
    Some(match one.gait {
        Gait::Leap => format!("{mode}K"),
        Gait::Lame | Gait::Everywhere => return None,
        Gait::Ride(limit) => format!("{mode}Q{}", range(limit)),
        Gait::Hop(limit) => format!("{mode}pQ{}", range(limit)),
        Gait::Grasshop => format!("{mode}gQ"),
    })
}

/// Adds the moves that a kind makes from its first squares.
fn first_moves(case: &mut Case<'_>, kind: &Kind, terms: &[Term], clauses: &mut Clauses) {
    for term in terms.iter().filter(|term| term.first) {
        let triple = kind.piece.is("pawn") && term.leaps.iter().all(|leap| leap.forward == 3);
        let [white, black] = Side::ALL.map(|side| {
            case.areas.cells(&if triple {
                case.settings.triple_squares(side, kind.piece)
            } else {
                case.settings.double_squares(side, kind.piece)
            })
        });
        let mode = match term.mode {
            Mode::Both => "",
            Mode::Quiet => "m",
            Mode::Capture => "c",
        };
        let trace = leaves_trace(term);
        let starts = |side: Side| {
            let own = case.board.cells().filter(|(_, _, square)| {
                matches!(square, crate::fairy::case::Square::Man(man)
                    if man.side == side && man.piece == kind.piece && man.form == Form::Plain)
            });
            own.map(|(file, rank, _)| (file, rank)).collect::<Cells>()
        };
        if starts(Side::White) == white && starts(Side::Black) == black && kind.base.is_none() {
            clauses.add(&format!("i{}", betza::written(term, mode)));
            continue;
        }
        let mut words = betza::written(term, mode);
        if trace {
            // On a leap, `nn` leaves the trace that `n` leaves together with `i`.
            words = words.replacen('n', "nn", 1);
        }
        match case.areas.of_cells("first squares", white, black) {
            Area::Everywhere => clauses.add(&words),
            Area::Nowhere => {}
            Area::Words(area) => clauses.add_when(&words, &format!("from {area}")),
        }
    }
}

/// Adds the moves along the lines of a palace.
fn diagonals(case: &mut Case<'_>, kind: &Kind, clauses: &mut Clauses) {
    let lines = case.settings.diagonal_lines;
    let is_wazir = |piece: Option<PieceType>| piece.is_some_and(|piece| piece.is("wazir"));
    let given = case.settings.pieces.get(&kind.piece).and_then(|given| given.betza.as_deref());
    let wazir_king =
        kind.piece.is("king") && (given == Some("W") || is_wazir(case.settings.king_type));
    let terms = match kind.piece {
        piece if piece.is("wazir") || wazir_king => "F",
        piece if piece.is("soldier") => "fF",
        piece if piece.is("rook") => "B",
        piece if piece.is("janggiCannon") => "pB",
        _ => return,
    };
    if let Area::Words(area) = case.areas.area("lines", &Sided::both(lines)) {
        clauses.add_when(terms, &format!("from {area} and to {area}"));
    }
}

/// Adds captures by jumping over a neighbour to the empty square beyond it.
fn jumps(case: &Case<'_>, kind: &Kind, terms: &[Term], clauses: &mut Clauses) {
    if !case.settings.jump_captures.contains(kind.piece) {
        return;
    }
    for term in terms.iter().filter(|term| !term.first) {
        let two = |leap: &Leap| {
            let (right, forward) = (leap.right.abs(), leap.forward.abs());
            matches!((right, forward), (0, 2) | (2, 0) | (2, 2))
        };
        if !matches!(term.gait, Gait::Leap | Gait::Lame) || !term.leaps.iter().all(two) {
            continue;
        }
        let half = |leap: &Leap| Leap { right: leap.right / 2, forward: leap.forward / 2 };
        let leaps = term.leaps.iter().map(half).collect();
        let step = Term { leaps, gait: Gait::Leap, ..term.clone() };
        clauses.add(&betza::written(&step, "cafm"));
    }
}

/// Restricts what a kind captures or hops over.
fn immunity(case: &mut Case<'_>, kind: &Kind, clauses: &mut Clauses) {
    // A restriction of captures says nothing about a piece that makes none.
    let captures = |term: &Term| term.mode != Mode::Quiet;
    if !terms(case.settings, kind.piece).terms.iter().any(captures) {
        return;
    }
    if case.settings.mutually_immune.contains(kind.piece)
        && let Some(same) = case.named_type(Some(kind.piece))
    {
        clauses.only(&format!("not capturing {same}"));
    }
    let settings = case.settings;
    let banned = |target: &&Kind| {
        settings.capture_forbidden.contains(kind.piece, target.piece)
            && !settings.capture_allowed.contains(kind.piece, target.piece)
    };
    let targets: Vec<&str> =
        case.kinds.iter().filter(banned).map(|target| target.name.as_str()).collect();
    let dies = settings.capturer_dies && kind.piece.is("king");
    if dies || targets.len() == case.kinds.len() {
        clauses.only("not capturing");
    } else if !targets.is_empty() {
        clauses.only(&format!("not capturing {}", targets.join(" or ")));
    }
    if kind.piece.is("janggiCannon")
        && let Some(cannons) = case.named_type(Some(kind.piece))
    {
        clauses.only(&format!("not (capturing {cannons} or over any {cannons})"));
    }
}

// Hands and drops.

/// True if captured pieces go to the hand of the side that captures them.
pub(crate) fn to_captor(case: &Case<'_>) -> bool {
    case.settings.captures_to_hand || case.settings.capture_type == Captured::Hand
}

/// True if the game has hands.
pub(crate) fn has_hands(case: &Case<'_>) -> bool {
    let gates = case.settings.seirawan && case.board.hand.iter().flatten().next().is_some();
    // Without a source of pieces, a hand stays empty.
    let begins = case.board.hand.iter().flatten().next().is_some();
    let filled = begins || to_captor(case) || case.settings.two_boards || case.settings.free_drops;
    case.settings.piece_drops && filled || gates
}

/// Adds the drops of a kind.
pub(crate) fn drops(case: &mut Case<'_>, kind: &Kind, clauses: &mut Clauses) {
    let settings = case.settings;
    if !settings.piece_drops || kind.base.is_some() {
        return;
    }
    let begins = |kind: &Kind| {
        case.board.men().any(|man| man.piece == kind.piece)
            || case.board.hand.iter().flatten().any(|(_, piece)| *piece == kind.piece)
    };
    let held = case.board.hand.iter().flatten().any(|(_, piece)| *piece == kind.piece);
    // With two boards, pieces come from the other board.
    let fed = to_captor(case) || settings.two_boards;
    let captured = fed && !kind.piece.is("king") && (begins(kind) || settings.drop_loop);
    if !held && !captured && !settings.free_drops {
        return;
    }
    let ranks = case.board.ranks;
    let letters = match settings.no_doubled == Some(kind.piece) {
        true => match settings.no_doubled_count {
            0 => return,
            1 => "f",
            2 => "ff",
            _ => {
                case.lose(
                    "dropNoDoubledCount",
                    "a drop can be limited to one or two pieces on its file",
                );
                ""
            }
        },
        false if settings.opposite_bishops && kind.piece.is("bishop") => "s",
        false => "",
    };
    let [white, black] = Side::ALL.map(|side| region(case, kind, side));
    let back = |cells: &Cells, side: Side, wanted: std::ops::Range<u8>| {
        let all = case.areas.cells(&crate::fairy::values::Squares::ALL);
        let own = |rank: u8| if side == Side::White { rank } else { ranks - 1 - rank };
        all.into_iter().filter(|(_, rank)| wanted.contains(&own(*rank))).collect::<Cells>()
            == *cells
    };
    let both = |range: std::ops::Range<u8>| {
        back(&white, Side::White, range.clone()) && back(&black, Side::Black, range)
    };
    if let Some(last) = (1..=ranks).find(|last| both(0..*last)) {
        return clauses.add(&format!("{letters}@{last}"));
    }
    if let Some(last) = (2..=ranks).find(|last| letters.is_empty() && both(1..*last)) {
        return clauses.add(&format!("j@{last}"));
    }
    match case.areas.of_cells("drop zone", white, black) {
        Area::Everywhere => clauses.add(&format!("{letters}@{ranks}")),
        Area::Nowhere => {}
        Area::Words(area) => clauses.add_when(&format!("{letters}@{ranks}"), &format!("to {area}")),
    }
}

/// The cells on which a side may drop a kind.
fn region(case: &Case<'_>, kind: &Kind, side: Side) -> Cells {
    let settings = case.settings;
    let mut cells = case.areas.cells(&settings.drop_squares(side, kind.piece));
    if let Some(mobility) = settings.mobility.get(&(side, kind.piece)) {
        cells.retain(|(file, rank)| mobility.contains(*file, *rank));
    }
    let first = match side {
        Side::White => 0,
        Side::Black => case.board.ranks - 1,
    };
    if kind.piece.is("pawn") {
        let zone = settings.promotion_squares(side, kind.piece);
        if !settings.promotion_zone_drops {
            cells.retain(|(file, rank)| !zone.contains(*file, *rank));
        }
        if !settings.first_rank_pawn_drops {
            cells.retain(|(_, rank)| *rank != first);
        }
    }
    if kind.piece.is("rook") && settings.sittuyin_rooks {
        cells.retain(|(_, rank)| *rank == first);
    }
    cells
}

/// The key `hand`.
pub(crate) fn hand(case: &mut Case<'_>) -> Option<Yaml> {
    let settings = case.settings;
    if settings.capture_type == Captured::Prison || !settings.hostage_exchange.is_empty() {
        let why = "the language has no prisons and no exchange of hostages";
        let key = if settings.capture_type == Captured::Prison {
            "captureType"
        } else {
            "hostageExchange"
        };
        case.lose(key, why);
    }
    if settings.prison_promotion {
        case.lose("prisonPawnPromotion", "the language has no prisons");
    }
    if settings.two_boards {
        case.lose(
            "twoBoards",
            "a definition has only one board, so no piece can come into hand from another board",
        );
    }
    if !has_hands(case) {
        return None;
    }
    let captured = if to_captor(case) { "to captor" } else { "gone" };
    let mut entries = Map::default();
    entries.put("captured", captured);
    if settings.drop_loop {
        entries.put("promoted", "stay");
    }
    if settings.free_drops {
        let kinds = case.kinds.iter().filter(|kind| kind.base.is_none());
        entries.put("supply", Yaml::list(kinds.map(|kind| &kind.name)));
    }
    if !settings.immobility_illegal && settings.piece_drops {
        entries.put("immobile", Yaml::bare(true));
    }
    let only = [enclosing(case), checks(case), priority(case), room(case)];
    let only: Vec<String> = only.into_iter().flatten().collect();
    if !only.is_empty() {
        entries.put("when", only.join(" and "));
    }
    if settings.no_drop_mate || !settings.drop_mates {
        let barred = |kind: &&Kind| {
            kind.base.is_none() && (!settings.drop_mates || kind.piece.is("shogiPawn"))
        };
        let names: Vec<&String> = case.kinds.iter().filter(barred).map(|kind| &kind.name).collect();
        if !names.is_empty() {
            entries.put("no mate by", Yaml::list(names));
        }
    }
    Some(entries.in_braces())
}

/// Bishops stand on different shades, so every drop leaves room for those that are still in hand.
fn room(case: &mut Case<'_>) -> Option<String> {
    if !case.settings.opposite_bishops {
        return None;
    }
    let is_bishop = |kind: &&Kind| kind.base.is_none() && kind.piece.is("bishop");
    let kind = case.kinds.iter().find(is_bishop)?.clone();
    let name = &kind.name;
    let mut rooms: Vec<String> = Vec::new();
    for shade in [0, 1] {
        let [white, black] = Side::ALL.map(|side| {
            let cells = region(case, &kind, side);
            cells.into_iter().filter(|(file, rank)| (file + rank) % 2 == shade).collect::<Cells>()
        });
        if let Area::Words(area) = case.areas.of_cells("shade zone", white, black) {
            rooms.push(format!("leaving (own {name} in {area} or empty in {area})"));
        }
    }
    let rooms = rooms.join(" and ");
    (!rooms.is_empty()).then(|| format!("(no own {name} in hand or {rooms})"))
}

/// Pieces that are dropped before all others.
fn priority(case: &Case<'_>) -> Option<String> {
    let names = case.named(&case.settings.priority_drops)?;
    Some(format!("(dropping {names} or no own {names} in hand)"))
}

/// Drops that give check.
fn checks(case: &Case<'_>) -> Option<String> {
    // The program speaks of checks to kings only, not to pieces that are royal by other keys.
    let kings = case.kinds.iter().any(|kind| kind.piece.is("king"));
    (!case.settings.drop_checks && kings).then(|| "not giving check".to_owned())
}

/// What a drop must enclose.
fn enclosing(case: &mut Case<'_>) -> Option<String> {
    let settings = case.settings;
    let question = match settings.enclosing_drop {
        Enclosing::None => return None,
        Enclosing::Reversi => "enemy along Q from end to own".to_owned(),
        Enclosing::Ataxx => "own piece at K of end".to_owned(),
        Enclosing::Snort => "no enemy at W of end".to_owned(),
        Enclosing::Quadwrangle => {
            case.lose(
                "enclosingDrop",
                "the program knows `quadwrangle` only for turning pieces over",
            );
            return None;
        }
        // No empty neighbour: the neighbour is occupied, or there is none.
        Enclosing::Top => {
            "(white and no empty at bW of end or black and no empty at fW of end)".to_owned()
        }
        Enclosing::Anyside => {
            let sides = [("l", "r"), ("r", "l"), ("b", "f"), ("f", "b")];
            let ways = sides.map(|(from, to)| {
                format!("no any piece at {from}R of end and no empty at {to}W of end")
            });
            format!("({})", ways.join(" or "))
        }
    };
    let start = Sided::both(settings.enclosing_start);
    match case.areas.area("opening", &start) {
        Area::Words(area) => Some(format!(
            "(empty in {area} and end in {area} or no empty in {area} and {question})"
        )),
        Area::Everywhere | Area::Nowhere => Some(question),
    }
}
