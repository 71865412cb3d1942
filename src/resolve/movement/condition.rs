//! The meaning of conditions and areas.
//!
//! Owns the step from condition trees to [`Condition`]s. Zones become ids, cells stay labels.

use super::Lowering;
use crate::diagnostic::{Code, did_you_mean};
use crate::index::Id;
use crate::rules::condition::{Area, Condition, Place, PlaceKind};
use crate::rules::ruleset::ZoneId;
use crate::source::Spanned;
use crate::syntax::notation::ast::{self, AreaKind, At, ConditionKind};
use crate::syntax::notation::letters::ShadeWord;
use crate::syntax::slips;

impl Lowering<'_> {
    /// What a condition means; `None` if something in it has no meaning here.
    pub(super) fn condition(&mut self, condition: &ast::Condition) -> Option<Condition> {
        let span = self.span(condition.at);
        let start = |kind| Some(Condition::Start(Place { kind, span }));
        match &condition.kind {
            ConditionKind::Shade(word) => start(match word {
                ShadeWord::Strong => PlaceKind::Strong,
                ShadeWord::Weak => PlaceKind::Weak,
                ShadeWord::Neutral => PlaceKind::Neutral,
                ShadeWord::Light => PlaceKind::Light,
                ShadeWord::Dark => PlaceKind::Dark,
            }),
            ConditionKind::ShadeNumber(n) => start(PlaceKind::Shade(*n)),
            ConditionKind::Unmoved => start(PlaceKind::Unmoved),
            ConditionKind::SameShade => Some(Condition::SameShade),
            ConditionKind::OtherShade => Some(Condition::OtherShade),
            ConditionKind::Every(number) => Some(Condition::Every(Spanned::new(number.0, span))),
            ConditionKind::From(area) => {
                let kind = PlaceKind::In(self.area(area)?);
                start(kind)
            }
            ConditionKind::To(area) => {
                let kind = PlaceKind::In(self.area(area)?);
                Some(Condition::End(Place { kind, span }))
            }
            ConditionKind::Not(inner) => Some(self.condition(inner)?.negate()),
            ConditionKind::And(parts) => Some(Condition::All(self.conditions(parts)?)),
            ConditionKind::Or(parts) => Some(Condition::Any(self.conditions(parts)?)),
        }
    }

    /// All of them, each looked at even if one fails.
    fn conditions(&mut self, parts: &[ast::Condition]) -> Option<Vec<Condition>> {
        let all: Vec<_> = parts.iter().map(|part| self.condition(part)).collect();
        all.into_iter().collect()
    }

    /// What an area means.
    pub(super) fn area(&mut self, area: &ast::Area) -> Option<Area> {
        match &area.kind {
            AreaKind::LastRank => Some(Area::LastRank),
            AreaKind::Ranks(first, last) => Some(Area::Ranks { first: *first, last: *last }),
            AreaKind::File(name) => Some(Area::File(name.clone())),
            AreaKind::Names(names) => self.names(names),
        }
    }

    fn names(&mut self, names: &[(String, At)]) -> Option<Area> {
        let phrase = names.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(" ");
        if let Some(zone) = self.zone(&phrase) {
            return Some(Area::Zone(zone));
        }
        if let ([(_, first), .., (_, last)], Some(near)) =
            (names, did_you_mean(&phrase, ["last rank"]))
        {
            let at = At { start: first.start, end: last.end };
            let title = format!("there is no zone `{phrase}`");
            self.find(Code::UnknownZone, at, title, format!("did you mean `{near}`?"));
            return None;
        }
        let (mut cells, mut areas, mut good) = (Vec::new(), Vec::new(), true);
        for (name, at) in names {
            if let Some(zone) = self.zone(name) {
                areas.push(Area::Zone(zone));
            } else if looks_like_a_cell(name) {
                cells.push(Spanned::new(name.clone(), self.span(*at)));
            } else {
                good = false;
                self.unknown_zone(name, *at);
            }
        }
        if !cells.is_empty() {
            areas.insert(0, Area::Cells(cells));
        }
        good.then_some(())?;
        match areas.len() {
            1 => areas.pop(),
            _ => Some(Area::Union(areas)),
        }
    }

    fn zone(&self, name: &str) -> Option<ZoneId> {
        let position = self.context.zones.iter().position(|z| z.name.value == name)?;
        Some(ZoneId::from_index(position))
    }

    fn unknown_zone(&mut self, name: &str, at: At) {
        let known: Vec<&str> = self.context.zones.iter().map(|z| z.name.value.as_str()).collect();
        let mut words = known.clone();
        for word in ShadeWord::ALL.map(ShadeWord::word) {
            words.extend((word != name).then_some(word));
        }
        let meant = cell_meant(name).or_else(|| slips::condition(name));
        let help = match meant.or_else(|| did_you_mean(name, words).map(str::to_owned)) {
            Some(near) => format!("did you mean `{near}`?"),
            None if known.is_empty() => {
                format!("write cells (`g4 g5`), or define the zone: `zones: {{{name}: ...}}`")
            }
            None => format!("zones of this definition: {}", known.join(", ")),
        };
        self.find(Code::UnknownZone, at, format!("there is no zone `{name}`"), help);
    }
}

/// The cell or rank that somebody meant by `E4`, `4e` or `8`.
fn cell_meant(name: &str) -> Option<String> {
    let lower = name.to_ascii_lowercase();
    if name.bytes().all(|b| b.is_ascii_digit()) {
        return Some(format!("rank {name}"));
    }
    let letters = lower.trim_start_matches(|c: char| c.is_ascii_digit());
    let turned = format!("{letters}{}", &lower[..lower.len() - letters.len()]);
    [lower, turned].into_iter().find(|cell| looks_like_a_cell(cell))
}

/// A file label of one or two letters and a rank of one or two digits.
fn looks_like_a_cell(name: &str) -> bool {
    let digits = name.trim_start_matches(|c: char| c.is_ascii_lowercase());
    (1..=2).contains(&(name.len() - digits.len()))
        && (1..=2).contains(&digits.len())
        && digits.bytes().all(|b| b.is_ascii_digit())
}
