//! The rules of promotion of a diagram.

use crate::foreign::diagram::model::{Diagram, PieceId};
use crate::foreign::remark::{Remark, Weight, brief};
use std::collections::{BTreeMap, BTreeSet};

/// The choices of a promotion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Targets {
    /// Every piece that is neither royal nor promotes.
    Others,
    Pieces(Vec<PieceId>),
}

/// Which moves promote.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Occasion {
    /// Moves that end in the zone.
    Arriving,
    /// Moves into, inside and out of the zone.
    Touching,
}

/// Whether the piece must promote.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Duty {
    Must,
    May,
}

/// Which pieces are there to become.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Supply {
    Endless,
    Lost,
}

/// A rule of promotion in the last ranks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Rule {
    pub(super) occasion: Occasion,
    pub(super) duty: Duty,
    pub(super) supply: Supply,
    pub(super) to: Targets,
}

/// All rules, by piece.
#[derive(Default)]
pub(super) struct Promotions {
    pub(super) rules: BTreeMap<PieceId, Vec<Rule>>,
    /// Promoted forms that stand behind their pieces in the list.
    pub(super) forms: BTreeMap<PieceId, PieceId>,
}

/// A choice of `promoChoice`.
struct Choice {
    piece: PieceId,
    supply: Supply,
}

/// Reads the rules. `royal` are the royal pieces.
pub(super) fn read(
    diagram: &Diagram,
    royal: &BTreeSet<PieceId>,
    remarks: &mut Vec<Remark>,
) -> Promotions {
    let mut all = Promotions::default();
    let count = diagram.max_promote.unwrap_or(1).min(diagram.pieces.len());
    if diagram.promo_zone == 0 || count == 0 {
        return all;
    }
    let choices = choices(diagram, remarks);
    let by_offset = match (diagram.promo_offset, &diagram.promo_choice) {
        (Some((offset, _)), _) => Some(offset),
        (None, None) if count > 1 => Some(count),
        (None, _) => None,
    };
    for (number, piece) in diagram.pieces().take(count) {
        if royal.contains(&number) && by_offset.is_none() {
            continue;
        }
        let form = by_offset.map(|offset| PieceId(number.0.saturating_add(offset)));
        let rules = match form {
            Some(form) if form.0 < diagram.pieces.len() && form != number => {
                all.forms.entry(form).or_insert(number);
                vec![Rule {
                    occasion: Occasion::Touching,
                    duty: Duty::May,
                    supply: Supply::Endless,
                    to: Targets::Pieces(vec![form]),
                }]
            }
            Some(_) if choices.is_none() => {
                let what = "no piece stands where `promoOffset` looks for its promoted form";
                remarks.push(Remark::new(Weight::Lost, piece.place, piece.name.clone(), what));
                continue;
            }
            Some(_) | None => chosen(number, choices.as_deref()),
        };
        all.rules.insert(number, rules);
    }
    if by_offset.is_some() && diagram.promo_offset.is_none() {
        let place = diagram.pieces.first().map(|piece| piece.place);
        let what = format!(
            "{count} pieces promote without `promoChoice`; each becomes the piece {count} places \
             behind it in the list"
        );
        let weight = Weight::Doubt;
        remarks.push(Remark { place, key: "maxPromote".to_owned(), weight, what, help: None });
    }
    all
}

/// The rules of a piece that chooses. A piece that may choose itself may stay as it is.
fn chosen(number: PieceId, choices: Option<&[Choice]>) -> Vec<Rule> {
    let rule = |duty: Duty, supply: Supply, to: Targets| Rule {
        occasion: Occasion::Arriving,
        duty,
        supply,
        to,
    };
    let Some(choices) = choices else {
        return vec![rule(Duty::Must, Supply::Endless, Targets::Others)];
    };
    let duty =
        if choices.iter().any(|choice| choice.piece == number) { Duty::May } else { Duty::Must };
    let with = |supply: Supply| {
        let fitting = choices.iter().filter(|choice| choice.supply == supply);
        let pieces: Vec<PieceId> =
            fitting.map(|choice| choice.piece).filter(|&piece| piece != number).collect();
        (!pieces.is_empty()).then(|| rule(duty, supply, Targets::Pieces(pieces)))
    };
    [Supply::Endless, Supply::Lost].into_iter().filter_map(with).collect()
}

/// The pieces of `promoChoice`. `None` if the diagram names none.
fn choices(diagram: &Diagram, remarks: &mut Vec<Remark>) -> Option<Vec<Choice>> {
    let value = diagram.promo_choice.as_ref()?;
    let mut lost = |what: String| {
        remarks.push(Remark::new(Weight::Lost, value.place, "promoChoice", what));
    };
    let mut choices: Vec<Choice> = Vec::new();
    let mut rest = value.text.as_str();
    let mut supply = Supply::Endless;
    let mut unknown = 0;
    while let Some(sign) = rest.chars().next() {
        if sign == ',' || sign.is_whitespace() {
            rest = &rest[sign.len_utf8()..];
            continue;
        }
        let found = diagram.piece_at(rest);
        if let Some((piece, length)) = found {
            rest = &rest[length..];
            if choices.iter().all(|choice| choice.piece != piece) {
                choices.push(Choice { piece, supply });
            }
            supply = Supply::Endless;
            continue;
        }
        rest = &rest[sign.len_utf8()..];
        match sign {
            '!' => supply = Supply::Lost,
            '*' => lost("the mark `*` is left out: the choice holds in the whole zone".to_owned()),
            _ if unknown > 3 => {}
            _ => {
                unknown += 1;
                lost(format!("no piece has the ID `{}`", brief(&sign.to_string())));
            }
        }
    }
    (!choices.is_empty()).then_some(choices)
}
