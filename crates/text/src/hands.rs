//! Hands and promotion in English.

use crate::conditions::{self, Counted};
use crate::lexicon::{Lexicon, Voice, and, article, number, or, plural};
use crate::pieces::Speech;
use alfil_rules::condition::Area;
use alfil_rules::effect::shape::{Goes, Shape};
use alfil_rules::effect::{Effect, Will};
use alfil_rules::hand::{Captured, Hand, Immobile, OwnCaptured};
use alfil_rules::ids::KindId;
use alfil_rules::question::{Men, MoveFact, Question};
use alfil_rules::ruleset::{Duty, Occasions, Promotion, Ruleset, Supply};
use alfil_rules::side::Side;

// Hands in English: which pieces come into a hand, what is in it at the start, and rules for drops.

/// How often effects send a captured piece somewhere else.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SentElsewhere {
    Never,
    Sometimes,
    Always,
}

/// The sentences about hands.
pub fn sentences(hand: &Hand, rules: &Ruleset) -> Vec<String> {
    let mut said = Vec::new();
    let reverts = rules.kinds.iter().any(|k| k.reverts_to.is_some());
    let reverting = if reverts { ", as what it was before it promoted" } else { "" };
    let unless = match sent_elsewhere(&rules.effects) {
        SentElsewhere::Always => None,
        SentElsewhere::Sometimes => Some(", unless an effect sends it elsewhere"),
        SentElsewhere::Never => Some(""),
    };
    said.extend(unless.map(|unless| match hand.captured {
        Captured::Gone => format!("A captured piece leaves the game{unless}."),
        Captured::ToCaptor => {
            format!("A captured piece goes into the hand of its captor{reverting}{unless}.")
        }
        Captured::ToOwner => {
            format!("A captured piece goes into its owner's hand{reverting}{unless}.")
        }
    }));
    match (hand.captured, hand.own) {
        (Captured::ToCaptor | Captured::ToOwner, OwnCaptured::ToHand)
        | (Captured::Gone, OwnCaptured::Gone) => {}
        (_, OwnCaptured::ToHand) => {
            said.push("If a side captures its own piece, the piece goes into its hand.".to_owned());
        }
        (_, OwnCaptured::Gone) => {
            said.push("If a side captures its own piece, the piece leaves the game.".to_owned());
        }
    }
    said.extend(armies(rules));
    let name = |kind: &KindId| rules.kinds[*kind].name.value.clone();
    if !hand.supply.is_empty() {
        let names: Vec<String> = hand.supply.iter().map(name).collect();
        said.push(format!("The supply of {} has no end.", or(&names)));
    }
    if hand.immobile == Immobile::Allowed {
        said.push("A piece may be dropped where it could never move again.".to_owned());
    }
    if !hand.no_mate.is_empty() {
        let names: Vec<String> = hand.no_mate.iter().map(|kind| article(&name(kind))).collect();
        said.push(format!("No drop of {} may give mate.", or(&names)));
    }
    said
}

/// What the hands hold at the start: `Each side begins with two rooks and a knight in hand.`
fn armies(rules: &Ruleset) -> Vec<String> {
    let held = |side: Side| {
        let held = rules.setup.hands.iter().flat_map(|hands| &hands.value);
        let held = held.filter(|(owner, _)| *owner == side).map(|&(_, kind)| kind);
        counted(rules, &held.collect::<Vec<_>>())
    };
    let armies: Vec<(Side, String)> = rules
        .sides
        .each()
        .map(|side| (side, held(side)))
        .filter(|(_, army)| !army.is_empty())
        .collect();
    match armies.as_slice() {
        [(_, first), rest @ ..]
            if !rest.is_empty()
                && armies.len() == rules.sides.each().count()
                && rest.iter().all(|(_, army)| army == first) =>
        {
            vec![format!("Each side begins with {first} in hand.")]
        }
        armies => armies
            .iter()
            .map(|(side, army)| format!("{} begins with {army} in hand.", rules.name_of(*side)))
            .collect(),
    }
}

/// The number of pieces of each kind: `a king, a queen and two rooks`. Empty without pieces.
fn counted(rules: &Ruleset, held: &[KindId]) -> String {
    let count = |kind: KindId| held.iter().filter(|&&other| other == kind).count();
    let said = rules.kinds.enumerate().filter_map(|(kind, rule)| {
        let name = &rule.name.value;
        match count(kind) {
            0 => None,
            1 => Some(article(name)),
            n => Some(format!("{} {}", number(n), plural(name))),
        }
    });
    and(&said.collect::<Vec<_>>())
}

/// How often effects send a captured piece somewhere else than `captured` says.
fn sent_elsewhere(effects: &[Effect]) -> SentElsewhere {
    let mut found = SentElsewhere::Never;
    for effect in effects {
        // A line about all captures may leave the player no choice.
        let of_all = match &effect.question {
            None => true,
            Some(Question::Move(MoveFact::Capturing(men))) => *men == Men::all(),
            Some(_) => false,
        } && effect.will == Will::Must;
        for deed in &effect.deeds {
            let Shape { picks, goes, along, .. } = deed.shape();
            let elsewhere = match goes {
                Goes::Out | Goes::Hand | Goes::Beneath => true,
                Goes::Cell => along.is_none(),
                Goes::Nowhere | Goes::Captured => false,
            };
            let sent = match picks.filter(|picked| elsewhere && picked.is_victim()) {
                // The cell may be occupied.
                Some(picked)
                    if picked.pieces.filters.is_empty() && of_all && goes != Goes::Cell =>
                {
                    SentElsewhere::Always
                }
                Some(_) => SentElsewhere::Sometimes,
                None => SentElsewhere::Never,
            };
            found = match (found, sent) {
                (SentElsewhere::Always, _) | (_, SentElsewhere::Always) => SentElsewhere::Always,
                (SentElsewhere::Sometimes, _) | (_, SentElsewhere::Sometimes) => {
                    SentElsewhere::Sometimes
                }
                (SentElsewhere::Never, SentElsewhere::Never) => SentElsewhere::Never,
            };
        }
    }
    found
}

// Promotion in English: `Promotes on its last rank to queen or rook.`

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
        Duty::May if promotion.on.moves() => "; it must promote where it could never move again",
        Duty::May => "",
        Duty::Wait => "; until it can promote, it waits there, and then it promotes at once",
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
            let place = conditions::place(area, &rules.zones, Counted::IT);
            return (place, conditions::noun(area, &rules.zones, Counted::IT));
        }
    };
    (format!("on {noun}"), noun)
}
