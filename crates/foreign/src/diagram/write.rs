//! Writes a planned definition, with the zones that it needs.

use crate::diagram::model::{Captured, Cell, Diagram, PieceId, Verdict, places};
use crate::diagram::movement::needs_dialect;
use crate::diagram::plan::{Duty, Kind, Occasion, Plan, Rule, Supply, Targets};
use alfil_rules::condition::Area;
use alfil_rules::condition::{Places, Shape};
use alfil_rules::side::{Color, Side};
use alfil_syntax::definition::EDITION;
use alfil_syntax::value::Edition;
use alfil_syntax::write::{Map, WIDTH, Yaml};
use std::collections::{BTreeMap, BTreeSet};

/// The text of the definition, without comments.
pub(super) fn definition(plan: &Plan, title: &str) -> String {
    let diagram = plan.diagram;
    let mut file = Map::default();
    file.put(EDITION, Edition::default().number().to_string());
    file.put("name", title.replace(char::is_control, " "));
    let mut terms = plan.kinds.iter().flat_map(|kind| &kind.terms);
    if terms.any(|term| needs_dialect(term)) {
        file.put("dialect", "xbetza");
    }
    file.put("space", space(diagram));
    let shape = Shape::grid(&diagram.size.lattice(), &places(&diagram.holes));
    file.put_lines("zones", zones(plan, &shape));
    let pieces = plan.kinds().map(|(number, kind)| (kind.name.clone(), piece(plan, number, kind)));
    file.put("pieces", pieces.collect::<Map>().in_lines());
    let limits = limits(plan);
    if !limits.is_empty() {
        file.put("every move", limits.join(" and "));
    }
    if !plan.castling.terms.is_empty() {
        file.put("castling", castling(plan));
    }
    if plan.hands {
        let mut hand = Map::default();
        hand.put(
            "captured",
            match diagram.captured {
                Captured::Gone => "gone",
                Captured::ToCaptor => "to captor",
                Captured::ToOwner => "to owner",
            },
        );
        if plan.stays_promoted {
            hand.put("promoted", "stay");
        }
        file.put("hand", hand.in_braces());
    }
    if diagram.pass {
        let step = Yaml::map([("may pass", Yaml::bare(true))]);
        file.put("turn", Yaml::map([("steps", Yaml::list([step]))]));
    }
    file.put("setup", setup(plan));
    file.put_some("shuffle", shuffle(plan, &shape));
    file.put("ends", ends(plan));
    file.text(WIDTH)
}

fn space(diagram: &Diagram) -> String {
    let lattice = diagram.size.lattice();
    if diagram.holes.is_empty() {
        return lattice.head();
    }
    let holes = Area::list(&lattice, &places(&diagram.holes));
    format!("{}, without {}", lattice.head(), holes.words())
}

fn piece(plan: &Plan, number: PieceId, kind: &Kind) -> Yaml {
    let castles = plan.castling.terms.get(&number);
    let terms: Vec<&str> =
        kind.terms.iter().chain(castles.into_iter().flatten()).map(String::as_str).collect();
    let mut moves = if terms.is_empty() { "none".to_owned() } else { terms.join(" ") };
    if !kind.morph.shut.is_empty() && !terms.is_empty() {
        moves = format!("{moves}; only when not to {}", shut(&kind.name));
    }
    let mut keys = Map::default();
    keys.put("letter", &kind.letter);
    keys.put("moves", moves);
    if kind.royal {
        keys.put("royal", Yaml::bare(true));
    }
    let mut rules = rules(plan, number, kind);
    match (rules.pop(), rules.is_empty()) {
        (None, _) => return keys.in_braces(),
        (Some(rule), true) => keys.put("promotes", rule),
        (last, false) => keys.put("promotes", Yaml::lines(rules.into_iter().chain(last))),
    }
    keys.in_lines()
}

/// The rules of promotion of a kind, as mappings.
fn rules(plan: &Plan, number: PieceId, kind: &Kind) -> Vec<Yaml> {
    let diagram = plan.diagram;
    let changing = kind.morph.changing();
    let at = match diagram.promo_zone {
        1 => "last rank".to_owned(),
        zone => format!("ranks {}-{}", diagram.size.ranks + 1 - zone, diagram.size.ranks),
    };
    // Where the morph board says something, it alone decides.
    let zones = kind.morph.becomes.keys().map(|&to| becoming(&kind.name, plan.name(to)));
    let zones: Vec<String> = zones.collect();
    let at = if changing.is_empty() { at } else { format!("{at} and not ({})", zones.join(" ")) };
    let own = plan.promotions.rules.get(&number).into_iter().flatten();
    let own = own.filter_map(|rule| written(plan, rule, &at));
    let morphs = kind.morph.becomes.keys().map(|&to| {
        let to = plan.name(to);
        let mut keys = Map::default();
        keys.put("at", becoming(&kind.name, to));
        keys.put("to", Yaml::list([to]));
        keys.in_braces()
    });
    let row = plan.rows.get(&number).into_iter().flat_map(|row| &row.becomes);
    let captures = row.map(|(&to, victims)| {
        let mut keys = Map::default();
        if !zones.is_empty() {
            keys.put("at", format!("not ({})", zones.join(" ")));
        }
        keys.put("to", Yaml::list([plan.name(to)]));
        keys.put("when", format!("capturing {}", list(plan, victims)));
        keys.in_braces()
    });
    own.chain(morphs).chain(captures).collect()
}

fn written(plan: &Plan, rule: &Rule, at: &str) -> Option<Yaml> {
    let mut keys = Map::default();
    keys.put("at", at);
    match rule.occasion {
        Occasion::Arriving => {}
        Occasion::Touching => keys.put("upon", "enter move leave"),
    }
    match rule.duty {
        Duty::Must => {}
        Duty::May => keys.put("may", "stay"),
    }
    match &rule.to {
        Targets::Others => {
            let mut others =
                plan.kinds().filter(|(number, kind)| !kind.royal && !promotes(plan, *number, kind));
            others.next()?;
            keys.put("to", "others");
        }
        Targets::Pieces(pieces) => {
            keys.put("to", Yaml::list(pieces.iter().map(|&piece| plan.name(piece))));
        }
    }
    match rule.supply {
        Supply::Endless => {}
        Supply::Lost => keys.put("only", "lost"),
    }
    Some(keys.in_braces())
}

/// True if the kind has a rule of promotion of any sort.
fn promotes(plan: &Plan, number: PieceId, kind: &Kind) -> bool {
    let captures = plan.rows.get(&number).is_some_and(|row| !row.becomes.is_empty());
    plan.promotions.rules.contains_key(&number) || captures || !kind.morph.becomes.is_empty()
}

/// Kinds as sentences name several of them.
fn list(plan: &Plan, pieces: &BTreeSet<PieceId>) -> String {
    pieces.iter().map(|&piece| plan.name(piece)).collect::<Vec<_>>().join(" or ")
}

/// The captures that the matrix forbids. Kinds that spare the same pieces share a sentence.
fn limits(plan: &Plan) -> Vec<String> {
    let mut shared: BTreeMap<&BTreeSet<PieceId>, BTreeSet<PieceId>> = BTreeMap::new();
    for (&number, row) in plan.rows.iter().filter(|(_, row)| !row.spares.is_empty()) {
        shared.entry(&row.spares).or_default().insert(number);
    }
    let sentences = shared.into_iter().map(|(spared, movers)| {
        format!("not (moving {} and capturing {})", list(plan, &movers), list(plan, spared))
    });
    sentences.collect()
}

fn castling(plan: &Plan) -> Yaml {
    let mut keys = Map::default();
    let partners = plan.castling.partners.iter().map(|&piece| plan.name(piece));
    keys.put("with", Yaml::list(partners));
    let file = |file: u8| char::from(b'a' + file);
    let files = plan.castling.files;
    keys.put_some("files", files.map(|[left, right]| format!("{} {}", file(left), file(right))));
    keys.in_braces()
}

fn setup(plan: &Plan) -> String {
    let diagram = plan.diagram;
    let letter = |piece: PieceId, side: Side| {
        let letter = plan.kinds.get(piece.0).map_or("", |kind| kind.letter.as_str());
        match side.color() {
            Color::White => letter.to_owned(),
            Color::Black => letter.to_lowercase(),
        }
    };
    let row = |rank: u8| {
        let (mut row, mut empty) = (String::new(), 0u8);
        for file in 0..diagram.size.files {
            let cell = Cell { rank, file };
            let sign = match plan.board.get(&cell) {
                _ if diagram.holes.contains(&cell) => "*".to_owned(),
                Some(man) => letter(man.piece, man.side),
                None => {
                    empty += 1;
                    continue;
                }
            };
            if empty > 0 {
                row.push_str(&empty.to_string());
                empty = 0;
            }
            row.push_str(&sign);
        }
        if empty > 0 {
            row.push_str(&empty.to_string());
        }
        row
    };
    let rows: Vec<String> = (0..diagram.size.ranks).rev().map(row).collect();
    let mut text = rows.join("/");
    if plan.hands {
        let held = |side: Side| {
            let pieces = diagram.pieces().map(move |(number, piece)| {
                let held = match side.color() {
                    Color::White => piece.held[0],
                    Color::Black => piece.held[1],
                };
                letter(number, side).repeat(usize::from(held))
            });
            pieces.collect::<String>()
        };
        text += &format!("[{}{}]", held(Side::White), held(Side::Black));
    }
    let castling = if plan.castling.field.is_empty() { "-" } else { plan.castling.field.as_str() };
    format!("{text} w {castling} - 0 1")
}

fn shuffle(plan: &Plan, shape: &Shape) -> Option<Yaml> {
    let shuffle = plan.shuffle.as_ref()?;
    let spread = shuffle.light.iter().map(|(&piece, &light_pieces)| {
        let name = plan.name(piece);
        let number = match light_pieces {
            0 => "no".to_owned(),
            some => format!("exactly {some}"),
        };
        format!("{number} own {name} in {}", light(name))
    });
    let mut questions: Vec<String> = spread.collect();
    for (&king, _) in plan.castling.terms.iter().filter(|(king, _)| shuffle.pieces.contains(king)) {
        let partners: BTreeSet<PieceId> = plan.castling.partners.clone();
        questions.push(format!("own {} between own {}", plan.name(king), list(plan, &partners)));
    }
    let mut keys = Map::default();
    let cells = Area::of_cells(shape, &[(Side::White, &places(&shuffle.cells))]);
    keys.put_some("cells", cells.map(|area| area.words()));
    if !questions.is_empty() {
        keys.put("when", questions.join(" and "));
    }
    Some(keys.in_braces())
}

/// A verdict for the side that suffers what another side brought about.
fn suffered(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Win => "loss",
        Verdict::Loss => "win",
        Verdict::Draw => "draw",
    }
}

/// A verdict for the side that did it.
fn done(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Win => "win",
        Verdict::Loss => "loss",
        Verdict::Draw => "draw",
    }
}

fn ends(plan: &Plan) -> Yaml {
    let diagram = plan.diagram;
    let royal: BTreeSet<PieceId> =
        plan.kinds().filter(|(_, kind)| kind.royal).map(|(number, _)| number).collect();
    let mate = if royal.is_empty() { "none" } else { "loss" };
    let mut keys = Map::default();
    keys.put("checkmated", mate);
    keys.put("stalemated", suffered(diagram.stalemate));
    match diagram.repeat {
        Some((4.., Verdict::Draw)) => keys.put("fourfold", "draw"),
        Some((_, Verdict::Draw)) => keys.put("threefold", "draw"),
        Some((_, Verdict::Win | Verdict::Loss)) | None => {}
    }
    let mut goals: Vec<String> = Vec::new();
    for kind in &plan.kinds {
        if !kind.morph.wins.is_empty() {
            goals.push(format!("win when own {} in {}", kind.name, winning(&kind.name)));
        }
        if !kind.morph.wins_later.is_empty() {
            let zone = waiting(&kind.name);
            goals.push(format!("win when own {} in {zone} and on move", kind.name));
        }
    }
    if let Some(verdict) = diagram.baring
        && !royal.is_empty()
    {
        let verdict = suffered(verdict);
        goals.push(format!("{verdict} when no own piece but {}", list(plan, &royal)));
    }
    let mut claims: Vec<String> = Vec::new();
    if let Some(verdict) = diagram.perpetual {
        claims.push(format!("{} when repeated 3 times by checks", done(verdict)));
    }
    if let Some((times, verdict @ (Verdict::Win | Verdict::Loss))) = diagram.repeat {
        claims.push(format!("{} when repeated {times} times", done(verdict)));
    }
    if goals.is_empty() && claims.is_empty() {
        return keys.in_braces();
    }
    for (key, lines) in [("goals", goals), ("claims", claims)] {
        if !lines.is_empty() {
            keys.put(key, Yaml::lines(lines));
        }
    }
    keys.in_lines()
}

// The zones of a planned definition. Morph boards and shuffles need them.

/// The word of a kind in the names of its zones.
fn word(name: &str) -> String {
    name.replace(' ', "-")
}

pub(super) fn shut(name: &str) -> String {
    format!("{}-shut", word(name))
}

pub(super) fn winning(name: &str) -> String {
    format!("{}-wins", word(name))
}

pub(super) fn waiting(name: &str) -> String {
    format!("{}-wins-later", word(name))
}

pub(super) fn becoming(name: &str, to: &str) -> String {
    format!("{}-to-{}", word(name), word(to))
}

pub(super) fn light(name: &str) -> String {
    format!("{}-light", word(name))
}

/// The zones of morph boards and shuffles.
pub(super) fn zones(plan: &Plan, shape: &Shape) -> Map {
    let diagram = plan.diagram;
    let zone = |name: String, white: &BTreeSet<Cell>| {
        let black: Vec<Cell> =
            white.iter().map(|&cell| diagram.size.for_black(cell, diagram.symmetry)).collect();
        let [white, black] = [places(white), places(&black)];
        let each = [("white", (Side::White, &white)), ("black", (Side::Black, &black))];
        let text = |each: &[(Side, &Places)]| Area::of_cells(shape, each).map(|area| area.words());
        let value = match text(&each.map(|(_, one)| one)) {
            Some(text) => text.into(),
            None => Yaml::map(each.map(|(side, one)| (side, text(&[one]).unwrap_or_default()))),
        };
        (name, value)
    };
    let mut zones: Vec<(String, Yaml)> = Vec::new();
    for kind in &plan.kinds {
        let (name, morph) = (&kind.name, &kind.morph);
        let plain = [
            (shut(name), &morph.shut),
            (winning(name), &morph.wins),
            (waiting(name), &morph.wins_later),
        ];
        let plain = plain.into_iter().filter(|(_, cells)| !cells.is_empty());
        zones.extend(plain.map(|(name, cells)| zone(name, cells)));
        let becomes = morph.becomes.iter();
        zones.extend(becomes.map(|(&to, cells)| zone(becoming(name, plan.name(to)), cells)));
    }
    if let Some(shuffle) = &plan.shuffle {
        let cells: BTreeSet<Cell> =
            shuffle.cells.iter().filter(|cell| !cell.is_dark()).copied().collect();
        let keys = shuffle.light.keys().filter(|_| !cells.is_empty());
        zones.extend(keys.map(|&piece| zone(light(plan.name(piece)), &cells)));
    }
    zones.into_iter().collect()
}
