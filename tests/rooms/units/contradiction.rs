//! Tests of `resolve/contradiction.rs`.

use alfil::resolve::contradiction::*;
use alfil::rules::condition::{Area, Condition, Place, PlaceKind, Relation};
use alfil::source::{SourceId, Span};

#[test]
fn contradictions_are_seen() {
    let at = |kind| Condition::Start(Place { kind, span: Span::new(SourceId::only(), 0, 0) });
    let (same, other) =
        (Condition::Relative(Relation::SameShade), Condition::Relative(Relation::OtherShade));
    let light = || at(PlaceKind::Light);
    let ranks = |first, last| at(PlaceKind::In(Area::Ranks { first, last }));
    for (condition, impossible) in [
        (Condition::Always, false),
        (same.clone().and(other.clone()), true),
        (same.clone().negate().and(other.clone().negate()), true),
        (light().and(at(PlaceKind::Dark)), true),
        (light().and(light().negate()), true),
        (light().and(at(PlaceKind::Strong)), false),
        (ranks(1, 2).and(ranks(3, 4)), true),
        (ranks(1, 3).and(ranks(3, 4)), false),
        (Condition::Any(vec![same.clone(), light()]).and(other), false),
    ] {
        assert_eq!(is_impossible(&condition), impossible, "{condition:?}");
    }
}
