//! Reads drops, and turns trees of conditions into [`Condition`]s. Names of zones become ids, and names of cells
//! stay text.

use super::Lowering;
use crate::names::is_called;
use alfil_diagnostics::diagnostic::{Code, Help, did_you_mean};
use alfil_diagnostics::index::Id;
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::condition::{Area, Condition, Place, PlaceKind};
use alfil_rules::hand::Drop;
use alfil_rules::ids::ZoneId;
use alfil_rules::term::Toward;
use alfil_syntax::notation::ast::{self, At, Chain, Fact, FormulaKind, Named, Spot};
use alfil_syntax::notation::ast::{Mode, Number, ShadeWord};
use alfil_syntax::notation::parse;
use alfil_syntax::suggest;

impl Lowering<'_> {
    /// Translates a condition. Returns `None` after a finding.
    pub(super) fn condition(&mut self, condition: &ast::Condition) -> Option<Condition> {
        match &condition.kind {
            FormulaKind::One(fact) => self.fact(fact, self.span(condition.at)),
            FormulaKind::Not(inner) => Some(self.condition(inner)?.negate()),
            FormulaKind::And(parts) => self.every(parts, Self::condition).map(Condition::All),
            FormulaKind::Or(parts) => self.every(parts, Self::condition).map(Condition::Any),
        }
    }

    fn fact(&mut self, fact: &Fact, span: Span) -> Option<Condition> {
        let start = |kind| Some(Condition::Start(Place { kind, span }));
        match fact {
            Fact::Shade(word) => start(match word {
                ShadeWord::Strong => PlaceKind::Strong,
                ShadeWord::Weak => PlaceKind::Weak,
                ShadeWord::Neutral => PlaceKind::Neutral,
                ShadeWord::Light => PlaceKind::Light,
                ShadeWord::Dark => PlaceKind::Dark,
            }),
            Fact::ShadeNumber(n) => start(PlaceKind::Shade(*n)),
            Fact::Unmoved => start(PlaceKind::Unmoved),
            Fact::Relative(relation) => Some(Condition::Relative(*relation)),
            Fact::Every(number) => Some(Condition::Every(Spanned::new(number.0, span))),
            Fact::From(area) => start(PlaceKind::In(self.area(area)?)),
            Fact::To(area) => {
                let kind = PlaceKind::In(self.area(area)?);
                Some(Condition::End(Place { kind, span }))
            }
        }
    }

    /// Translates all parts. An error in one part does not keep the others from being read.
    fn every<T, U>(
        &mut self,
        parts: &[T],
        mut meaning: impl FnMut(&mut Self, &T) -> Option<U>,
    ) -> Option<Vec<U>> {
        let all: Vec<_> = parts.iter().map(|part| meaning(self, part)).collect();
        all.into_iter().collect()
    }

    /// Translates an area. Returns `None` after a finding.
    pub(super) fn area(&mut self, area: &ast::Area) -> Option<Area> {
        match &area.kind {
            FormulaKind::One(spot) => self.spot(spot, area.at),
            FormulaKind::Not(inner) => Some(Area::Not(Box::new(self.area(inner)?))),
            FormulaKind::And(parts) => self.every(parts, Self::area).map(Area::All),
            FormulaKind::Or(parts) => self.every(parts, Self::area).map(Area::Any),
        }
    }

    fn spot(&mut self, spot: &Spot, at: At) -> Option<Area> {
        Some(match spot {
            Spot::LastRank => Area::LastRank,
            Spot::Layers(first, last) => Area::Layers { first: *first, last: *last },
            Spot::Ranks(first, last) => Area::Ranks { first: *first, last: *last },
            Spot::Files(first, last) => Area::Files { first: *first, last: *last },
            Spot::Edge => Area::Edge,
            Spot::Corner => Area::Corner,
            Spot::Plot(plot) => Area::Plot(Spanned::new(plot.clone(), self.span(at))),
            Spot::Cells(cells) => return self.cells(cells),
            Spot::Enemys(area) => Area::Enemys(Box::new(self.area(area)?)),
        })
    }

    fn cells(&mut self, named: &[(Named, At)]) -> Option<Area> {
        let words = named.iter().map(|(named, _)| match named {
            Named::Word(word) => Some(word.as_str()),
            Named::Cell(_) | Named::Rectangle(..) => None,
        });
        let phrase = words.collect::<Option<Vec<_>>>().map(|words| words.join(" "));
        if let Some(zone) = phrase.as_ref().and_then(|phrase| self.zone(phrase)) {
            return Some(Area::Zone(zone));
        }
        if let (Some((_, first)), Some((_, last)), Some(phrase)) =
            (named.first(), named.last(), &phrase)
        {
            let at = first.to(*last);
            if let Some(help) = self.suggested(phrase) {
                self.find(Code::UnknownZone, at, format!("there is no zone `{phrase}`"), help);
                return None;
            }
            let strange = |word: &str| self.zone(word).is_none() && !parse::is_area_word(word);
            if named.len() > 1 && phrase.split(' ').all(strange) {
                self.unknown_zone(phrase, at);
                return None;
            }
        }
        if let Some(at) = not_joined(named) {
            let [before, rest] =
                [&named[..at], &named[at..]].map(|list| Spot::Cells(list.to_vec()).to_string());
            let title = format!("a list of cells and zones cannot contain `{rest}`");
            let help = format!("join areas with `or`: `({before} or {rest})`");
            self.find(Code::UnknownZone, named[at].1, title, help);
            return None;
        }
        let mut cells = Vec::new();
        let areas = self.every(named, |this, (named, at)| {
            let cell = |name: &String| Spanned::new(name.clone(), this.span(*at));
            match named {
                Named::Cell(name) => cells.push(cell(name)),
                Named::Rectangle(a, b) => return Some(vec![Area::Rectangle([cell(a), cell(b)])]),
                Named::Word(word) => match this.zone(word) {
                    Some(zone) => return Some(vec![Area::Zone(zone)]),
                    None => {
                        this.unknown_zone(word, *at);
                        return None;
                    }
                },
            }
            Some(Vec::new())
        })?;
        let cells = (!cells.is_empty()).then_some(Area::Cells(cells));
        let mut areas: Vec<Area> = cells.into_iter().chain(areas.into_iter().flatten()).collect();
        match areas.len() {
            1 => areas.pop(),
            _ => Some(Area::Any(areas)),
        }
    }

    fn zone(&self, name: &str) -> Option<ZoneId> {
        let position = self.context.zones.iter().position(|z| is_called(name, &z.name.value))?;
        Some(ZoneId::from_index(position))
    }

    /// A suggestion for a phrase that is not a list of cells and zones, if its intention is clear.
    fn suggested(&self, phrase: &str) -> Option<Help> {
        let (head, behind) = phrase.split_once(' ').unwrap_or((phrase, ""));
        if matches!(head, "latitude" | "latitudes") {
            return Some("write two latitudes: `latitudes 60-90`".into());
        }
        if ShadeWord::from_word(head).is_some() {
            let help = format!(
                "for the shade of the start cell, write only `{head}`; for the end of the move, \
                 write `same shade` or `other shade`"
            );
            return Some(help.into());
        }
        let zone = (head == "the").then_some(behind).filter(|zone| self.zone(zone).is_some());
        let last = || did_you_mean(phrase, ["last rank"]).filter(|_| phrase != "back rank");
        let near = || last().filter(|_| !behind.is_empty());
        let cell = || Some(phrase.replace(' ', "")).filter(|_| behind.len() == 1);
        let near = || zone.or_else(near).map(str::to_owned);
        let cell = || cell().filter(|cell| looks_like_a_cell(cell));
        let meant = suggest::rank(phrase).or_else(near).or_else(cell)?;
        Some(Help::did_you_mean(meant))
    }

    fn unknown_zone(&mut self, name: &str, at: At) {
        let known: Vec<&str> = self.context.zones.iter().map(|z| z.name.value.as_str()).collect();
        let mut words = known.clone();
        // A condition may also consist of a shade, so shades are suggested as well.
        words.extend(ShadeWord::ALL.iter().map(|shade| shade.word()));
        let span = format!("ranks {name}");
        let ranks = name.split_once('-').filter(|(a, b)| is_number(a) && is_number(b));
        let meant = cell_meant(name).or(ranks.map(|_| span)).or_else(|| suggest::condition(name));
        let meant = match name {
            "enemys" => Some("enemy".to_owned()),
            _ => meant,
        };
        let help = match meant.or_else(|| did_you_mean(name, words).map(str::to_owned)) {
            Some(near) => Help::did_you_mean(near),
            None if matches!(name, "half" | "side" | "territory" | "home") => Help::from(format!(
                "write its ranks, such as `ranks 5-8`, or define the zone: `zones: {{{name}: ranks 1-4}}`"
            )),
            None if known.is_empty() => Help::from(format!(
                "write cells (`g4 g5`), or define the zone: `zones: {{{name}: ...}}`"
            )),
            None => Help::from(format!("zones of this definition: {}", known.join(", "))),
        };
        self.find(Code::UnknownZone, at, format!("there is no zone `{name}`"), help);
    }
}

/// The index of the first word for another kind of area, such as `edge`, in a list of cells or
/// zones.
fn not_joined(named: &[(Named, At)]) -> Option<usize> {
    let own = |named: &Named| matches!(named, Named::Word(word) if parse::is_area_word(word));
    (1..named.len()).find(|&i| own(&named[i].0) && !own(&named[i - 1].0))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// The cell or rank that `E4`, `4e` or `8` probably means.
fn cell_meant(name: &str) -> Option<String> {
    let lower = name.to_ascii_lowercase();
    if is_number(name) {
        return Some(format!("rank {name}"));
    }
    let letters = lower.trim_start_matches(|c: char| c.is_ascii_digit());
    let turned = format!("{letters}{}", &lower[..lower.len() - letters.len()]);
    [lower, turned].into_iter().find(|cell| looks_like_a_cell(cell))
}

/// Returns true for one or two letters followed by one or two digits.
fn looks_like_a_cell(name: &str) -> bool {
    let digits = name.trim_start_matches(|c: char| c.is_ascii_lowercase());
    (1..=2).contains(&(name.len() - digits.len()))
        && (1..=2).contains(&digits.len())
        && digits.bytes().all(|b| b.is_ascii_digit())
}

// Reads drops: `@8`, `j@7`, `f@9`.
//
// The letters are those of XBoard and the Interactive Diagram. `f` forbids a second such piece on
// the file, `s` on the shade and `b` on the board. A doubled letter forbids a third.

const HELP: &str = "write a drop as `@8` (ranks 1 to 8), `j@7` (ranks 2 to 7), `f@9` (one a file)";

impl Lowering<'_> {
    /// Translates a drop. Returns `None` after a finding.
    pub(super) fn drop(&mut self, atom: At, chain: &Chain) -> Option<Drop> {
        let before = self.found.len();
        let marks = &self.only_leg(chain, Code::BadDrop, "a drop has only one leg", HELP)?.marks;
        let mut drop = Drop { first: 1, last: 1, on_file: 0, on_shade: 0, on_board: 0 };
        for &(toward, at) in marks.runs.iter().flatten() {
            let limit = match toward {
                Toward::Forward => &mut drop.on_file,
                Toward::Sideways => &mut drop.on_shade,
                Toward::Backward => &mut drop.on_board,
                Toward::Left
                | Toward::Right
                | Toward::Vertical
                | Toward::Half
                | Toward::Opposite
                | Toward::Same => {
                    let title = format!("`{}` has no meaning for a drop", toward.letter());
                    self.find(Code::BadDrop, at, title, HELP);
                    continue;
                }
            };
            *limit += 1;
            if *limit > 2 {
                *limit = 2;
                self.find(Code::BadDrop, at, "a drop allows at most two", HELP);
            }
        }
        for &(mode, at) in &marks.modes {
            if mode != Mode::Jump || drop.first == 2 {
                let title = format!("`{}` has no meaning for a drop", mode.letter());
                self.find(Code::BadDrop, at, title, HELP);
            } else {
                drop.first = 2;
            }
        }
        let depth = match chain.range {
            ast::Range::Unwritten => Some(1),
            ast::Range::UpTo(n @ Number(1000..=255_000)) => n.whole().map(|n| n as u8),
            ast::Range::UpTo(_)
            | ast::Range::Endless
            | ast::Range::Exactly(_)
            | ast::Range::Between(..)
            | ast::Range::Flexible => None,
        };
        match depth {
            Some(depth) if depth >= drop.first => drop.last = depth,
            Some(_) | None => {
                let title = "a drop needs a number of ranks, counted from the side's back rank";
                self.find(Code::BadDrop, atom.to(chain.range_at), title, HELP);
            }
        }
        (self.found.len() == before).then_some(drop)
    }
}
