//! Promotion in English: `Promotes on its last rank to queen or rook.`

use crate::text::areas::{self, Counted};
use crate::text::lexicon::{Lexicon, Voice};
use crate::text::phrase::or;
use crate::text::pieces::Speech;
use alfil_rules::condition::Area;
use alfil_rules::ruleset::{Duty, Occasions, Promotion, Ruleset, Supply};
use alfil_rules::side::Side;

/// The sentence about one rule of promotion.
pub fn sentence(promotion: &Promotion, rules: &Ruleset) -> String {
    let Occasions { enter, within, leave, stay, drop } = promotion.on;
    let to: Vec<String> =
        promotion.to.iter().map(|&kind| rules.kinds[kind].name.value.clone()).collect();
    let verb = match promotion.duty {
        Duty::Must | Duty::Wait if promotion.on.moves() || drop => "Promotes",
        Duty::Must | Duty::Wait | Duty::May => "May promote",
    };
    let area = promotion.at.as_ref().map(|area| zone(area, rules));
    let occasions = [
        (enter, "entering"),
        (within, if area.is_some() { "moving within" } else { "moving" }),
        (leave, "leaving"),
        (stay, if area.is_some() { "standing within" } else { "standing anywhere" }),
        (drop, if area.is_some() { "dropped within" } else { "dropped" }),
    ];
    let said = occasions.iter().filter(|(on, _)| *on).map(|&(_, word)| word.to_owned());
    let said: Vec<String> = said.collect();
    let place = match (&area, promotion.on) {
        (Some((on, _)), Occasions::ARRIVING) => on.clone(),
        (Some((_, noun)), _) => format!("when {} {noun}", or(&said)),
        (None, Occasions::ARRIVING) => "with every move".to_owned(),
        (None, _) => format!("when {}", or(&said)),
    };
    let instead = if stay { ", which is a move" } else { "" };
    let supply = match promotion.supply {
        Supply::Endless => "",
        Supply::Lost => ", of which its side has lost one",
    };
    let must = match promotion.duty {
        Duty::Must => "",
        Duty::May if promotion.on.moves() => "; it must where it could never move again",
        Duty::May => "",
        Duty::Wait => "; until it can, it waits there, and it promotes as soon as it can",
    };
    let words = Lexicon::of(rules);
    let speech = Speech { words: &words, voice: Voice::TERM };
    let when = promotion.when.as_ref();
    let when = when.map_or(String::new(), |asked| format!(", when {}", speech.clause(asked)));
    format!("{verb} {place} to {}{instead}{supply}{when}{must}.", or(&to))
}

/// The phrase for the place of promotion, and the noun for the zone.
fn zone(area: &Area, rules: &Ruleset) -> (String, String) {
    let plane = rules.space.lattice.plane();
    let [white, black] = Side::BOTH.map(|side| rules.name_of(side));
    let noun = match (area, plane) {
        (Area::LastRank, Some(_)) if rules.space.lattice.sphere().is_some() => {
            "the circle at 0.5 around the opponent's pole, once it covers a point of it,".to_owned()
        }
        (Area::LastRank, Some((_, height))) if rules.space.lattice.depth().is_some() => format!(
            "the plane {} away from {white}'s wall ({black}'s 0.5 away), once it covers a point of it,",
            height - 0.5
        ),
        (Area::LastRank, Some((_, height))) => format!(
            "the line at height {} ({black}'s at 0.5), once it covers a point of it,",
            height - 0.5
        ),
        (Area::LastRank, None) if rules.space.lattice.is_hexagonal() => {
            "the last cell of any file".to_owned()
        }
        (Area::LastRank, None) => "the last rank".to_owned(),
        (area, _) => {
            let place = areas::place(area, &rules.zones, Counted::IT);
            return (place, areas::noun(area, &rules.zones, Counted::IT));
        }
    };
    (format!("on {noun}"), noun)
}
