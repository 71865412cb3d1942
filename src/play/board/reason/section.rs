//! Finds the reason why a section may not be moved. Rules about sections are examined first, in the
//! order of the move generator. `rule.rs` examines the rules about every move.

use super::inquiry::Cause;
use super::inquiry::Inquiry;
use super::inquiry::Reason;
use alfil_board::model::position::{BoardPosition, Move};
use alfil_reference::executor::Reference;
use alfil_reference::turn::StepFilter;
use alfil_rules::side::Side;
use alfil_topology::sections::SectionId;
use alfil_topology::site_set::Site;

impl Inquiry<'_> {
    /// The reason why the section `name` may not move to `place`. `None` if the board has no
    /// section of this name.
    pub(super) fn section(&self, name: &str, place: &str) -> Option<Reason> {
        let (arena, board) = (self.arena, self.board);
        let sections = &arena.sections;
        let mut all = Side::BOTH.into_iter().flat_map(|side| sections.of(side));
        let id: SectionId = all.find(|&id| sections.get(id).name.value == name)?;
        let (section, side) = (sections.get(id), board.side);
        let because = |why: String| Reason::new(why, Some(section.span), Cause::Nothing);
        if section.owner != side {
            return because(format!(
                "it is {}'s, and {} is to move",
                section.owner.name(),
                side.name()
            ));
        }
        let cell = |&(file, rank): &(u8, u8)| arena.graph.cell_name(file, rank);
        let Some(stand) = section.stands.iter().position(|corner| cell(corner) == place) else {
            let places: Vec<String> = section.stands.iter().map(cell).collect();
            return because(format!("its places are {}", places.join(", ")));
        };
        if stand == sections.stand(board.arrangement, id) {
            return because(format!("it stands at {place} already"));
        }
        if !StepFilter::of(self.whole, board).section() {
            return self.of_step();
        }
        let sites: Vec<Site> = sections.sites(id, arena.graph.len()).collect();
        let enemy = sites.iter().find(|&&site| board.is_side(site, side.other()));
        if let Some(&enemy) = enemy {
            let on = arena.graph.name(enemy);
            let why = format!("an enemy stands on it, on {on}, and then it is not moved");
            return Reason::new(why, Some(section.span), Cause::Standing(vec![enemy]));
        }
        let attacked =
            |board: &BoardPosition| Reference::of(self.whole).attacked_royal(board, side);
        let royal = board.royals(arena, side).next().and_then(|site| board.piece(site));
        let royal = royal.map_or(Cause::Nothing, |piece| Cause::Royal(piece.kind));
        let in_check = |why: &str| Reason::new(why, Some(section.span), royal);
        if attacked(board) {
            return in_check("a section is not moved in check");
        }
        let carried = board.royals(arena, side).any(|king| sites.contains(&king));
        let passed = sections.between(board.arrangement, id, stand).any(|arrangement| {
            carried && attacked(&BoardPosition { arrangement, ..board.clone() })
        });
        if passed {
            in_check("the royal piece on it would pass through check")
        } else {
            self.of_plain("", &Move::slide(id, stand))
        }
    }
}
