//! The mapping `zones`.

use crate::fields::Reader;
use crate::mapping::{FromEntry, NONE, mapping};
use crate::scalar::Scalar;
use crate::suggest;
use crate::value::Language::Area;
use crate::value::Naming;
use crate::value::Value::{self, Either, Named, Text};
use crate::yaml::{Entry, NodeKind};
use alfil_diagnostics::diagnostic::Code;

/// A zone and its area for each side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ZoneText {
    /// The name.
    pub name: Scalar,
    /// The areas.
    pub areas: ZoneAreas,
}

/// Where a zone lies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ZoneAreas {
    /// At one place for all sides.
    Same(Scalar),
    /// At a place for White and one for Black.
    Colors {
        /// White's area.
        white: Scalar,
        /// Black's area.
        black: Scalar,
    },
    /// At a place for each named side, in a game with more than two. The first of each pair is the
    /// name.
    Sides(Vec<(Scalar, Scalar)>),
}

impl ZoneAreas {
    /// All areas, in the order of the text.
    pub fn all(&self) -> Vec<&Scalar> {
        match self {
            ZoneAreas::Same(area) => vec![area],
            ZoneAreas::Colors { white, black } => vec![white, black],
            ZoneAreas::Sides(sides) => sides.iter().map(|(_, area)| area).collect(),
        }
    }
}

mapping! {
    /// The areas of a zone that differs for the sides.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct ZoneSides, "a zone" {
        white: Option<Scalar> = "white" [Text(Area)],
            "area", "where it lies for White";
        black: Option<Scalar> = "black" [Text(Area)],
            "area", "where it lies for Black";
    }
}

impl FromEntry for Vec<ZoneText> {
    const VALUE: Value = Either(&[
        NONE,
        Named(
            Naming::Zones,
            &Either(&[Text(Area), Named(Naming::Sides, &Text(Area)), ZoneSides::VALUE]),
        ),
    ]);

    /// `zones: none` has no effect: the zones of a parent remain, because its rules name them.
    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
        if entry.is_none() {
            return Some(Vec::new());
        }
        let zones = r.named(&entry.value, "`zones`")?;
        Some(zones.iter().filter_map(|entry| zone(entry, r)).collect())
    }
}

/// Reads an area for all sides, or one for each: `{white: a1-c2, black: f7-h8}`. Three and more areas
/// belong to named sides.
fn zone(entry: &Entry, r: &mut Reader<'_>) -> Option<ZoneText> {
    let is_side = |entry: &Entry| suggest::key(entry.key.text(), &ZoneSides::SCHEMA).is_some();
    let areas = match &entry.value.kind {
        NodeKind::Mapping(sides) if sides.len() > 2 => {
            let sides = r.named(&entry.value, "a zone")?;
            let area =
                |entry: &Entry, r: &mut Reader<'_>| Some((entry.key.clone(), r.scalar(entry)?));
            ZoneAreas::Sides(sides.into_iter().filter_map(|entry| area(entry, r)).collect())
        }
        NodeKind::Mapping(sides) if sides.iter().any(is_side) => sides_of(entry, r)?,
        NodeKind::Mapping(_) | NodeKind::Scalar(_) | NodeKind::Sequence(_) => {
            ZoneAreas::Same(r.scalar(entry)?)
        }
    };
    Some(ZoneText { name: entry.key.clone(), areas })
}

/// If only one area can be read, both sides get it. Otherwise conditions that name the zone would
/// cause a second finding.
fn sides_of(entry: &Entry, r: &mut Reader<'_>) -> Option<ZoneAreas> {
    let fields = r.fields(&entry.value, &ZoneSides::SCHEMA)?;
    for side in ["white", "black"].into_iter().filter(|side| fields.lacks(side)) {
        let title = format!("the zone `{}` does not say `{side}`", entry.key.text());
        let help = "type `{white: a1-c2, black: f7-h8}`, or one area for both sides";
        r.at(Code::MissingKey, fields.span, title, "incomplete").help(help);
    }
    let ZoneSides { white, black } = ZoneSides::from_fields(&fields, r)?;
    let either = white.clone().or_else(|| black.clone())?;
    let [white, black] = [white, black].map(|area| area.unwrap_or_else(|| either.clone()));
    Some(ZoneAreas::Colors { white, black })
}
