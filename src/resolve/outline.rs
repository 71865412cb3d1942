//! Writes a ruleset as text, with one line for each term, for `show --stage ruleset` and for
//! snapshots.
//!
//! Terms are written in normal form and not as movement strings. A leap is a pair of numbers such
//! as (0,1), and a range is `{min..max}`, where `*` means no limit. Two rulesets with the same
//! outline have the same legal moves.

use crate::resolve::{plane, promotion, setup, space};
use alfil_diagnostics::index::IndexVec;
use alfil_rules::bag::Draw;
use alfil_rules::castling::{Castle, CastleEnd, CastleFiles, Homes};
use alfil_rules::chance::Face;
use alfil_rules::condition::{Condition, Place, PlaceKind, Zone};
use alfil_rules::direction::{Directions, Reading};
use alfil_rules::goal::Verdict;
use alfil_rules::hand::Drop;
use alfil_rules::ids::{KindId, ZoneId};
use alfil_rules::movement::{
    Action, Aim, Axes, Course, Edges, Gait, Leg, Movement, Pace, Passage, Prey, Range, Stride, Walk,
};
use alfil_rules::plane::Real;
use alfil_rules::ruleset::{Blocking, Duty, Kind, Owner, Ruleset, Supply};
use alfil_rules::shuffle::{Placed, Shuffle};
use alfil_rules::side::Side;
use alfil_rules::sight::Sight;
use alfil_rules::turn::{Growth, Pass, Series, Step, Turn};
use std::fmt::Write;

pub fn outline(rules: &Ruleset) -> String {
    let mut out = format!("{}\nspace {}\n", rules.title, space::write(&rules.space));
    for zone in rules.zones.iter() {
        let area = |side: Side| zone.area[side].notation(&rules.zones);
        let first = area(Side::White);
        let _ = write!(out, "zone {} = {first}", zone.name.value);
        for side in rules.sides.each().filter(|&side| area(side) != first) {
            let _ = write!(out, ", for {} {}", rules.called(side), area(side));
        }
        out.push('\n');
    }
    for kind in rules.kinds.iter() {
        outline_kind(&mut out, kind, rules);
    }
    let _ = writeln!(out, "every move: {}", condition(&rules.every_move, &rules.zones));
    let _ = writeln!(out, "every attack: {}", condition(&rules.every_attack, &rules.zones));
    let letter = |kind: KindId| rules.kinds[kind].letter;
    for Homes { kind, cells } in &rules.homes {
        let cells: Vec<&str> = cells.iter().map(|cell| cell.value.as_str()).collect();
        let _ = writeln!(out, "{} castles from {}", letter(*kind), cells.join(" "));
    }
    if let Some(hand) = &rules.hand {
        let mates: String = hand.no_mate.iter().map(|&k| letter(k).to_string()).collect();
        let _ = writeln!(out, "hands: captured {:?}, no mate by drop of [{mates}]", hand.captured);
    }
    if rules.space.lattice.plane().is_some() {
        let _ = writeln!(out, "plane {}", plane::words(&rules.plane, letter));
    }
    for die in rules.dice.iter() {
        let face = |face: &Face| format!("{} {}", face.word, face.weight);
        let faces: Vec<String> = die.faces.iter().map(face).collect();
        let (name, lasts) = (&die.name.value, die.lasts.word());
        let put_back = if die.is_bag() { ", never put back" } else { "" };
        let _ = writeln!(out, "die {name}: {} for {lasts}{put_back}", faces.join(", "));
    }
    if !rules.turn.is_plain() {
        outline_turn(&mut out, rules);
    }
    if rules.sight != Sight::Everything {
        let _ = writeln!(out, "sight: {}", rules.sight.word());
    }
    for told in &rules.told {
        let _ = writeln!(out, "umpire tells: {}", rules.sentence(&told.asked.value));
    }
    let _ = writeln!(out, "setup {}", setup::write(&rules.setup, rules));
    if let Some(Shuffle { cells, sides, when, order, .. }) = &rules.shuffle {
        let placed = |p: &Placed| format!("{}{}", p.on.prefix(), letter(p.kind));
        let order: Vec<String> = order.iter().map(placed).collect();
        let (cells, sides) = (cells.notation(&rules.zones), sides.word());
        let when = when.as_ref().map_or(String::new(), |q| format!(" if {}", rules.sentence(q)));
        let _ = writeln!(out, "shuffled on {cells}, {sides}{when}, by [{}]", order.join(", "));
    }
    for (key, questions) in [("asked", &rules.asked), ("duty", &rules.duties)] {
        for question in questions {
            let _ = writeln!(out, "{key}: {}", rules.sentence(&question.value));
        }
    }
    for effect in &rules.effects {
        let _ = writeln!(out, "effect: {}", rules.effect(effect));
    }
    for (key, asked) in [("goal", &rules.ends.goals), ("claim", &rules.ends.claims)] {
        for asked in asked {
            let words = rules.sentence(&asked.question);
            let _ = writeln!(out, "{key}: {} when {words}", Verdict::words(Some(asked.verdict)));
        }
    }
    let goals: Vec<String> = rules.ends.iter().map(|goal| goal.to_string()).collect();
    let _ = writeln!(out, "ends: {}", goals.join(", "));
    out
}

fn outline_turn(out: &mut String, rules: &Ruleset) {
    let turn = &rules.turn;
    let step = |step: &Step| {
        let kinds: String = step.kinds.iter().map(|&k| rules.kinds[k].letter.to_string()).collect();
        let from = condition(&step.from, &rules.zones);
        let pass = if step.pass == Pass::May { " or pass" } else { "" };
        if let Some(die) = step.roll {
            let Draw { whose, turns_up } = &step.draw;
            let up: String = turns_up.iter().map(|&k| rules.kinds[k].letter.to_string()).collect();
            let up = if up.is_empty() { up } else { format!(" for {} {up}", whose.word()) };
            return format!("(roll {}{up})", rules.dice[die].name.value);
        }
        format!("({from}{}{kinds}{pass})", if kinds.is_empty() { "" } else { " of " })
    };
    let series = |series: &Series| {
        let steps: Vec<String> = series.steps.iter().map(step).collect();
        match &series.growth {
            Growth::None => steps.join(" "),
            Growth::Counted(amount, _) => {
                format!("{} as many as {}", steps.join(" "), rules.amount(amount))
            }
            Growth::OneMoreEachTurn => format!("{} one more each turn", steps.join(" ")),
        }
    };
    for side in Side::BOTH {
        let _ = writeln!(out, "turn of {}: {}", side.name(), series(&turn.series[side]));
    }
    if let Some(first) = &turn.first {
        let _ = writeln!(out, "first turn: {}", series(first));
    }
    if let Some(parry) = &turn.parry {
        let from = condition(&parry.from, &rules.zones);
        let _ = writeln!(out, "parry also: ({from}), forfeits step {}", parry.forfeits);
    }
    let Turn { checks, safety, castling, passant, stuck, .. } = turn;
    let _ = writeln!(
        out,
        "checks {checks:?}, king safe {safety:?}, castling {castling:?}, en passant {passant:?}, no move {stuck:?}"
    );
}

fn outline_kind(out: &mut String, kind: &Kind, rules: &Ruleset) {
    let _ = write!(out, "{} {}", kind.letter, kind.name.value);
    if kind.royal.is_royal() {
        *out += ", royal";
    }
    match kind.owner {
        Owner::Side => {}
        Owner::Nobody => *out += ", nobody's",
        Owner::Both => *out += ", both sides'",
    }
    if kind.blocks.value == Blocking::Open {
        *out += ", in nobody's way";
    }
    for promotion in &kind.promotions {
        let to: String = promotion.to.iter().map(|&k| rules.kinds[k].letter.to_string()).collect();
        let at = promotion.at.as_ref().map_or("any cell".to_owned(), |a| a.notation(&rules.zones));
        let on =
            promotion::occasion_words(promotion.on).map_or(String::new(), |on| format!(" on {on}"));
        let may = match promotion.duty {
            Duty::Must => "",
            Duty::May => " if it likes",
            Duty::Wait => " as soon as it can",
        };
        let supply = match promotion.supply {
            Supply::Endless => "",
            Supply::Lost => " as far as lost",
        };
        let when = promotion.when.as_ref();
        let when = when.map_or(String::new(), |q| format!(" when {}", rules.sentence(q)));
        let _ = write!(out, ", promotes at {at}{on}{may} to {to}{supply}{when}");
    }
    if let Some(kind) = kind.reverts_to.map(|r| r.to) {
        let _ = write!(out, ", in hand {}", rules.kinds[kind].letter);
    }
    out.push('\n');
    terms(out, "  ", &kind.moves, rules);
    if let Some(attacks) = &kind.attacks {
        *out += "  attacks\n";
        terms(out, "    ", attacks, rules);
    }
}

type Zones = IndexVec<ZoneId, Zone>;

fn terms(out: &mut String, indent: &str, movement: &Movement, rules: &Ruleset) {
    let Ruleset { zones, kinds, .. } = rules;
    for term in &movement.terms {
        let action = match &term.action {
            Action::Walk(walk) => self::walk(walk),
            Action::Drop(drop) => {
                let Drop { first, last, on_file, on_shade, on_board } = drop;
                let limits = [(on_file, "file"), (on_shade, "shade"), (on_board, "board")];
                let mut text = format!("drop on ranks {first}-{last}");
                for (n, what) in limits.into_iter().filter(|(n, _)| **n > 0) {
                    let _ = write!(text, ", up to {n} a {what}");
                }
                text
            }
            Action::Castle(castle) => self::castle(castle, kinds),
        };
        let when = match &term.when {
            Condition::Always => String::new(),
            when => format!(" when {}", condition(when, zones)),
        };
        let _ = writeln!(out, "{indent}{action}{when}");
    }
}

fn castle(castle: &Castle, kinds: &IndexVec<KindId, Kind>) -> String {
    let partners: String = castle.partners.iter().map(|&k| kinds[k].letter.to_string()).collect();
    let end = match castle.end {
        CastleEnd::Cells(cells) => format!("by {cells}"),
        CastleEnd::Files(None) => "to files".to_owned(),
        CastleEnd::Files(Some(CastleFiles { first, last })) => format!("to files {first} {last}"),
    };
    let inset = match castle.partner_inset {
        0 => String::new(),
        n => format!(", partner {n} inward"),
    };
    let (aside, first) = (directions(&castle.directions), first_move(castle.first_move));
    format!("castle{aside}{first} {end} with {partners}{inset}")
}

fn walk(walk: &Walk) -> String {
    let mut legs: Vec<String> = walk.legs.iter().map(leg).collect();
    for again in &walk.loops {
        if let Some(first) = legs.get_mut(again.first) {
            first.insert_str(0, "again and again (");
        }
        if let Some(last) = legs.get_mut(again.last) {
            last.push(')');
        }
    }
    format!("{}{}", legs.join(" then "), first_move(walk.first_move))
}

fn first_move(first: bool) -> &'static str {
    if first { " first" } else { "" }
}

fn leg(leg: &Leg) -> String {
    let mut text = String::new();
    let mode = leg.mode;
    for (flag, letter) in [
        (mode.quiet, 'm'),
        (mode.capture, 'c'),
        (mode.en_passant, 'e'),
        (mode.own, 'd'),
        (mode.hop, 'p'),
        (mode.unload, 'u'),
    ] {
        text.extend(flag.then_some(letter));
    }
    text += match mode.prey {
        Prey::Any => "",
        Prey::Royal => " royal",
        Prey::Common => " common",
    };
    text.push(' ');
    text += &match leg.stride {
        Stride::Radial { length, axes: Axes::Orthogonal } => format!("(0,{length})"),
        Stride::Radial { length, axes: Axes::Diagonal } => format!("({length},{length})"),
        Stride::Radial { length, axes: Axes::Both } => format!("(0,{length})|({length},{length})"),
        Stride::Oblique { orthogonal, diagonal } => {
            format!("({diagonal},{})", u16::from(orthogonal) + u16::from(diagonal))
        }
        Stride::Rising { orthogonal, diagonal, layers } => {
            format!("({diagonal},{},{layers})", u16::from(orthogonal) + u16::from(diagonal))
        }
        Stride::Universal => "anywhere".to_owned(),
    };
    text += &match leg.range {
        Range::ONE => String::new(),
        Range::RIDER => "*".to_owned(),
        Range { min, max } => {
            format!("{{{min}..{}}}", max.map_or(String::new(), |m| m.to_string()))
        }
    };
    text += &match &leg.aim {
        Aim::Frame(letters) | Aim::Turn(letters) => directions(letters),
        Aim::Within(letters) => directions(letters) + " within",
        Aim::Onward => " onward".to_owned(),
        Aim::Again(back) => format!(" as {back} legs before"),
    };
    if let Some(reach) = leg.reach {
        let end = reach.max.map_or(String::new(), |max| Real::thousandths(max).to_string());
        let _ = write!(text, " from {} to {end}", Real::thousandths(reach.min));
    }
    text += match leg.gait {
        Gait::Natural => "",
        Gait::Leaping => " leaping",
    };
    text += &match leg.course {
        Course::Straight => String::new(),
        Course::Crooked => " crooked".to_owned(),
        Course::Circular => " circular".to_owned(),
        Course::Arc { radius } => format!(" on arcs of radius {}", Real::thousandths(radius)),
    };
    text += match leg.pace {
        Pace::Free => "",
        Pace::AsBefore => " as long as before",
    };
    text += match leg.edges {
        Edges::Closed => "",
        Edges::Joined => " round the board",
        Edges::Open => " or off the board",
    };
    if leg.passage != Passage::Free {
        text = text + " " + leg.passage.word();
    }
    if leg.leaves_trace {
        text += " traced";
    }
    text
}

fn directions(directions: &Directions) -> String {
    let run = |run: &Vec<_>| {
        run.iter().map(|t: &alfil_rules::direction::Toward| t.letter()).collect::<String>()
    };
    let runs: Vec<String> = directions.runs.iter().map(run).collect();
    let reading = match directions.reading {
        Reading::Own => "",
        Reading::ClassicCompound => " as compound",
        Reading::EightFold => " as eight-fold",
    };
    if runs.is_empty() { String::new() } else { format!(" {}{reading}", runs.join("-")) }
}

fn condition(it: &Condition, zones: &Zones) -> String {
    let join = |parts: &[Condition], word: &str| {
        let parts: Vec<String> = parts.iter().map(|c| condition(c, zones)).collect();
        format!("({})", parts.join(word))
    };
    match it {
        Condition::Always => "always".to_owned(),
        Condition::Start(at) => place(at, "from ", zones),
        Condition::End(at) => place(at, "to ", zones),
        Condition::Relative(relation) => relation.words().to_owned(),
        Condition::Every(n) => format!("every {} thousandths", n.value),
        Condition::All(parts) => join(parts, " and "),
        Condition::Any(parts) => join(parts, " or "),
        Condition::Not(inner) => format!("not {}", condition(inner, zones)),
    }
}

fn place(place: &Place, toward: &str, zones: &Zones) -> String {
    match &place.kind {
        PlaceKind::Strong => format!("{toward}strong"),
        PlaceKind::Weak => format!("{toward}weak"),
        PlaceKind::Neutral => format!("{toward}neutral"),
        PlaceKind::Light => format!("{toward}light"),
        PlaceKind::Dark => format!("{toward}dark"),
        PlaceKind::Shade(n) => format!("{toward}shade {n}"),
        PlaceKind::Unmoved => "unmoved".to_owned(),
        PlaceKind::In(area) => match area.parts() {
            [] | [_] => format!("{toward}{}", area.notation(zones)),
            _ => format!("{toward}({})", area.notation(zones)),
        },
    }
}
