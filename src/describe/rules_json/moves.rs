//! Castling moves and the start position.

use crate::describe::rules_json::board::names;
use crate::play::game::Game;
use alfil_board::model::board_model::BoardModel;
use alfil_board::model::castling::option::CastleOption;
use alfil_rules::setup::Stand;
use alfil_topology::site_set::Site;
use serde_json::{Value, json};

/// Every castling move of the start position.
pub(super) fn castling(model: &BoardModel) -> Vec<Value> {
    let name = |site: Site| model.graph.name(site).to_owned();
    let castle = |castle: &CastleOption| {
        let [king, partner] = model.rights[castle.right].pieces();
        let part = |kind, (from, to): (Site, Site)| {
            let letter = model.rules.kinds[kind].letter.to_string();
            json!({"piece": letter, "from": name(from), "to": name(to)})
        };
        json!({
            "side": model.rules.word_of(castle.side),
            "king": part(king.0.kind, castle.king),
            "partner": part(partner.0.kind, castle.partner),
            "empty": names(model, castle.empty),
            "safe": castle.safe.iter().map(|&site| name(site)).collect::<Vec<_>>(),
        })
    };
    model.castles.iter().map(castle).collect()
}

/// The start position: its text, and the pieces one by one.
pub(super) fn setup(game: &Game) -> Value {
    let rules = game.rules();
    let letter = |kind| rules.kinds[kind].letter.to_string();
    let held = rules.setup.hands.iter().flat_map(|hands| &hands.value);
    let held =
        held.map(|&(owner, kind)| json!({"side": rules.word_of(owner), "piece": letter(kind)}));
    let pieces: Vec<Value> = match game {
        Game::Board(program) => {
            let stands = |site: Site| {
                let piece = program.start().piece(site)?;
                let cell = program.arena().graph.name(site);
                Some(
                    json!({"cell": cell, "side": rules.word_of(piece.side), "piece": letter(piece.kind)}),
                )
            };
            program.arena().graph.sites().filter_map(stands).collect()
        }
        Game::Plane(_) => {
            let stands = |stand: &Stand| {
                let at = [stand.x.get(), stand.y.get()];
                json!({"at": at, "side": rules.word_of(stand.side), "piece": letter(stand.kind)})
            };
            let points = rules.setup.placement.points.iter();
            points.map(|point| stands(&point.value)).collect()
        }
    };
    json!({
        "position": game.start().text(),
        "side": rules.word_of(rules.setup.side),
        "pieces": pieces,
        "in_hand": held.collect::<Vec<_>>(),
    })
}
