//! The sides of a game with more than two sides in English.

use crate::lexicon::and;
use alfil_rules::look::{Estate, Player, TeamLoss, Winner};
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::Side;
use alfil_rules::space::Lattice;

/// The sentences about sides, teams and losers. Empty for White and Black.
pub fn sentences(rules: &Ruleset) -> Vec<String> {
    if rules.sides.are_two() {
        return Vec::new();
    }
    let titles: Vec<String> = rules.players.iter().map(|player| player.title.clone()).collect();
    let forward = |player: &Player| format!("{} for {}", way(rules, player.forward), player.title);
    let forward: Vec<String> = rules.players.iter().map(forward).collect();
    let each = if rules.turn.is_plain() { ", one move each" } else { "" };
    let mut said = vec![
        format!("{} move in turn{each}.", and(&titles)),
        format!("Forward is {}; each side counts ranks from the edge behind it.", and(&forward)),
    ];
    said.extend(teams(rules));
    if rules.kinds.iter().any(|kind| kind.royal.is_royal()) {
        let (others, whoever) = if rules.sides.have_allies() {
            ("all enemies", "any enemy that")
        } else {
            ("all others", "any side that")
        };
        // In turns with steps, no move captures a royal piece.
        let captured = if rules.turn.is_plain() {
            format!(", and {whoever} can capture it before then may do so")
        } else {
            String::new()
        };
        said.push(format!(
            "A side must leave its own royal piece safe from {others}. A royal piece in check may \
             stay so until the turn of its side comes{captured}."
        ));
    }
    let estate = match rules.leaving.pieces {
        Estate::Removed => "its pieces leave the board",
        Estate::Unowned => {
            "its pieces stay: they neither move nor attack, and all sides may capture them"
        }
        Estate::TakenOver => "the side that made the last move gets its pieces",
    };
    said.push(format!("A side that loses is out: its turns are skipped, and {estate}."));
    said.push(match (rules.sides.have_allies(), rules.leaving.winner) {
        (false, Winner::LastSide) => "The last side wins.".to_owned(),
        (false, Winner::MostPoints) => {
            "The game ends when one side is left. The side with the most points wins, even if it is \
             out; it is a draw if several have as many."
                .to_owned()
        }
        (true, winner) => {
            let loses = match rules.leaving.team {
                TeamLoss::WithFirst => "first",
                TeamLoss::WithLast => "last",
            };
            let wins = match winner {
                Winner::LastSide => "and the last team wins.",
                Winner::MostPoints => {
                    "and the game ends when one team is left. The team with the most points wins, \
                     even if it is out; it is a draw if several have as many."
                }
            };
            format!("A team loses with its {loses} side, {wins}")
        }
    });
    said
}

/// What `the enemy` means in sentences about more than two sides. `None` with two.
pub fn enemies(rules: &Ruleset) -> Option<&'static str> {
    match (rules.sides.are_two(), rules.sides.have_allies()) {
        (true, _) => None,
        (false, false) => Some("“The enemy” of a side is all others that are not out."),
        (false, true) => {
            Some("“The enemy” of a side is all sides of other teams that are not out.")
        }
    }
}

fn teams(rules: &Ruleset) -> Vec<String> {
    let names = |side: Side| {
        let team = rules.sides.team(side).into_iter();
        team.map(|side| rules.name_of(side).to_owned()).collect::<Vec<_>>()
    };
    let first = |side: &Side| {
        let team = rules.sides.team(*side);
        team.count() > 1 && team.into_iter().next() == Some(*side)
    };
    let team = |side: Side| {
        format!("{} are allies: their pieces do not capture each other.", and(&names(side)))
    };
    rules.sides.each().filter(first).map(team).collect()
}

/// The words for a heading of the board.
fn way(rules: &Ruleset, heading: u8) -> &'static str {
    let words: &[&str] = match rules.space.lattice {
        Lattice::Hexagon(_) => &["up", "up right", "down right", "down", "down left", "up left"],
        Lattice::Grid { .. }
        | Lattice::Layers { .. }
        | Lattice::Net(_)
        | Lattice::Plane { .. }
        | Lattice::Sphere { .. } => &["up", "right", "down", "left"],
    };
    words.get(usize::from(heading / 2)).copied().unwrap_or("up")
}
