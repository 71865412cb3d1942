//! Checks games in which both sides place their pieces unseen: the cells where a side may place them
//! must not depend on what the other side has placed.

use crate::model::board_model::BoardModel;
use crate::model::hands::DropOption;
use crate::model::promotion::Way;
use crate::paths::path::{End, Tracer};
use crate::paths::terrain::Piece;
use alfil_diagnostics::diagnostic::{Code, Report};
use alfil_diagnostics::index::IndexVec;
use alfil_diagnostics::source::Span;
use alfil_rules::hand::Drop;
use alfil_rules::ruleset::{Duty, Owner, Promotion, Supply};
use alfil_rules::side::Side;
use alfil_rules::sight::Sight;
use alfil_topology::site_set::{AnySet, Site};

/// Reports a piece that may find no cell, a cell where both sides place pieces, and a cell where a
/// royal piece may be placed and attacked. `squares` are the pieces of the setup, which stand still until all others are placed.
pub(crate) fn check(
    model: &BoardModel,
    squares: &IndexVec<Site, Option<Piece>>,
    found: &mut Report,
) {
    let (Sight::Placing, Some(hand)) = (model.rules.sight, &model.rules.hand) else { return };
    let secret = Secret { model, squares, span: hand.span };
    for side in model.rules.sides.each() {
        if secret.crowded(side, found) {
            return;
        }
        for other in model.rules.sides.each().filter(|&other| other != side) {
            let fault = secret.shared(side, other, found) || secret.attacked(side, other, found);
            if fault {
                return;
            }
        }
    }
}

struct Secret<'a> {
    model: &'a BoardModel,
    squares: &'a IndexVec<Site, Option<Piece>>,
    span: Span,
}

impl Secret<'_> {
    /// The pieces that `side` may place, and those that stand on the board, with their cells.
    fn men(&self, side: Side) -> Vec<(Piece, AnySet)> {
        let kinds = self.model.rules.kinds.ids();
        let men = kinds.map(|kind| {
            let drops = self.model.drops[side][kind].iter();
            let placed = drops.fold(AnySet::EMPTY, |all, option| all | option.cells);
            let piece = Piece { side, kind };
            let stands = self.squares.enumerate().filter(|(_, here)| **here == Some(piece));
            (piece, placed | stands.map(|(site, _)| site).collect())
        });
        men.collect()
    }

    /// Reports a piece in the hand of `side` that may find no cell. Then the side would have to move
    /// on the board before everything is seen.
    fn crowded(&self, side: Side, found: &mut Report) -> bool {
        let hands = self.model.rules.setup.hands.iter().flat_map(|hands| &hands.value);
        let held: Vec<_> =
            hands.filter(|(owner, _)| *owner == side).map(|&(_, kind)| kind).collect();
        let standing = self.standing();
        let is_free = |option: &&DropOption| {
            let Drop { on_file, on_shade, on_board, .. } = option.limits;
            (on_file, on_shade, on_board) == (0, 0, 0)
        };
        // A piece that must become one of the lost pieces finds no cell while none is lost.
        let waits = |kind, site| {
            let way = Way::Drop(site);
            let must = |rule: &&Promotion| {
                rule.supply == Supply::Lost && self.model.duty(side, kind, rule, way) == Duty::Must
            };
            self.model.promotions(side, kind, way).any(|rule| must(&rule))
        };
        let lacks = held.iter().find(|&&kind| {
            let options = self.model.drops[side][kind].iter().filter(is_free);
            let cells = options.fold(AnySet::EMPTY, |all, option| all | option.plain);
            let free = cells.minus(standing).into_iter().filter(|&site| !waits(kind, site));
            free.count() < held.len()
        });
        let Some(&kind) = lacks else { return false };
        let name = &self.model.rules.kinds[kind].name.value;
        let title = format!("pieces are placed unseen, but a {name} may find no cell");
        let label = format!("for {} pieces of {}", held.len(), self.model.rules.name_of(side));
        found
            .at(Code::BadSight, self.span, title, label)
            .because("its side would have to move on the board while it does not see everything")
            .help("let each kind be placed on as many cells as there are pieces in hand, without limits such as `s@1`");
        true
    }

    /// The cells of all pieces of the setup.
    fn standing(&self) -> AnySet {
        self.squares.enumerate().filter(|(_, on)| on.is_some()).map(|(site, _)| site).collect()
    }

    fn shared(&self, side: Side, other: Side, found: &mut Report) -> bool {
        let cells = |side| self.men(side).into_iter().fold(AnySet::EMPTY, |all, (_, on)| all | on);
        let Some(cell) = (cells(side) & cells(other)).into_iter().next() else { return false };
        let title = "pieces are placed unseen, but both sides use the same cells".to_owned();
        let why = "a side that may not place a piece there would know that something stands there";
        self.report(
            title,
            cell,
            why,
            "let drops reach only the own half of the board: `@1` is the own back rank",
            found,
        );
        true
    }

    /// Reports a royal piece of `side` that a piece of `other` may attack while both place.
    fn attacked(&self, side: Side, other: Side, found: &mut Report) -> bool {
        let rules = &self.model.rules;
        let royal = self.men(side).into_iter().filter(|(piece, _)| {
            let kind = &rules.kinds[piece.kind];
            kind.royal.is_royal() && kind.owner == Owner::Side
        });
        let kings = royal.fold(AnySet::EMPTY, |all, (_, on)| all | on);
        let hit = self.men(other).into_iter().find_map(|(piece, on)| {
            let cells = on.into_iter().filter(|_| !kings.is_empty());
            cells.filter_map(|from| self.hits(piece, from, kings)).next()
        });
        let Some(cell) = hit else { return false };
        let title = "pieces are placed unseen, but a royal piece may be attacked there".to_owned();
        let why = "a side that may not place its king there would know what attacks it";
        let help = "let pieces of the setup stand between the sides, or say `royal: false`";
        self.report(title, cell, why, help, found);
        true
    }

    /// A cell of `kings` that `piece` on `from` attacks, if only pieces of the setup are in its way.
    fn hits(&self, piece: Piece, from: Site, kings: AnySet) -> Option<Site> {
        let rules = &self.model.rules;
        let standing = self.standing();
        self.model.attacks(piece.kind).terms.iter().find_map(|term| {
            // A piece anywhere may make a lent move.
            if term.relays() {
                return kings.into_iter().next();
            }
            let mut tracer: Tracer<'_, 4> = Tracer::new(self.model.terrain(), term);
            let mut paths = tracer.allowed(from, piece, &rules.every_attack);
            paths.find_map(|path| {
                let needs = path.needs();
                let ends = match path.end {
                    End::Capture => AnySet::of(path.to),
                    End::Quiet | End::Passant | End::Explicit => AnySet::EMPTY,
                };
                let blocked = !(needs.empty & standing).is_empty();
                let victims = (ends | needs.foes | path.captured()) & kings;
                if blocked { None } else { victims.into_iter().next() }
            })
        })
    }

    fn report(&self, title: String, cell: Site, why: &str, help: &str, found: &mut Report) {
        let label = format!("for example on {}", self.model.graph.name(cell));
        found.at(Code::BadSight, self.span, title, label).because(why).help(help);
    }
}
