//! What a side sees of a game on a board, as texts and pictures show it.

use crate::board::BoardPlay;
use crate::board::text;
use alfil_reference::executor::Reference;
use alfil_reference::view::{Known, View};
use alfil_rules::side::Side;
use alfil_rules::sight::Sight;
use alfil_topology::site_set::Site;

/// The sign of a cell of which a side knows nothing.
pub const UNKNOWN: char = '?';

/// The sign of a cell on which something stands that a side does not see.
pub(crate) const OCCUPIED: char = '!';

/// What one side sees of a position on a board.
#[derive(Clone, Debug)]
pub struct SeenPlay {
    view: View,
    /// The position as the side sees it. Cells that it does not see are empty.
    play: BoardPlay,
    /// The cells of its own last move. After a move of the other side, the cells that the side saw before
    /// and after it and that changed, or the cells of captures if an umpire tells them.
    last: Vec<Site>,
}

impl BoardPlay {
    /// What `side` sees of the present position, whether or not it is to move.
    pub fn seen_by(&self, side: Side) -> SeenPlay {
        let view = Reference::of(self.program().arena()).view(self.board(), side);
        let play = BoardPlay::begin(self.program(), view.position.clone());
        let last = self.last().map(|mv| {
            let own = self.engine().last_side() == side;
            match self.rules().sight {
                Sight::Umpire if !own => mv.captures.into_iter().collect(),
                Sight::Own | Sight::Placing | Sight::Reach if !own => self.seen_to_change(&view),
                Sight::Everything | Sight::Own | Sight::Placing | Sight::Reach | Sight::Umpire => {
                    mv.origin().into_iter().chain(mv.target()).collect()
                }
            }
        });
        let last = last.unwrap_or_default();
        SeenPlay { view, play, last }
    }

    /// The cells of which `view` and the view before the last move show different contents.
    fn seen_to_change(&self, view: &View) -> Vec<Site> {
        let mut earlier = self.clone();
        earlier.take_back();
        let before = Reference::of(self.program().arena()).view(earlier.board(), view.side);
        let changed = |&site: &Site| match (before.cells[site], view.cells[site]) {
            (Known::Seen(was), Known::Seen(is)) => was != is,
            (Known::Occupied | Known::Unknown, _) | (_, Known::Occupied | Known::Unknown) => false,
        };
        self.arena().graph.sites().filter(changed).collect()
    }
}

impl SeenPlay {
    /// The side that looks.
    pub fn side(&self) -> Side {
        self.view.side
    }

    /// True if the side does not see everything now.
    pub fn hides(&self) -> bool {
        self.view.sight != Sight::Everything
    }

    /// The position as the side sees it, with all cells empty that it does not see.
    pub fn play(&self) -> &BoardPlay {
        &self.play
    }

    /// The cells of the last move that the side sees.
    pub fn last(&self) -> &[Site] {
        &self.last
    }

    /// What the side knows of a cell.
    pub fn known(&self, site: Site) -> Known {
        self.view.cells[site]
    }

    /// True if the side sees what stands on the cell with this name.
    pub fn sees(&self, cell: &str) -> bool {
        self.play.arena().graph.find(cell).is_some_and(|site| self.view.sees(site))
    }

    /// The words of an umpire about the side to move, besides checks. Empty without an umpire.
    pub fn told(&self) -> Vec<String> {
        let told = self.play.rules().told.iter().zip(&self.view.told);
        told.filter(|&(_, holds)| *holds).map(|(told, _)| told.words.clone()).collect()
    }

    /// The view as text: the text of a position in which `?` is an unknown cell and `!` a cell on
    /// which something unknown stands. At its end stands what an umpire says, such as `check`. Two positions that look the same to the side have the same
    /// text.
    pub fn text(&self) -> String {
        let (arena, position) = (self.play.arena(), self.play.board());
        let text = text::write_with(arena, position, &|site| match self.view.cells[site] {
            Known::Seen(piece) => piece.map(|piece| text::piece_letter(arena, piece)),
            Known::Occupied => Some(OCCUPIED.to_string()),
            Known::Unknown => Some(UNKNOWN.to_string()),
        });
        let check = self.view.check.then(|| " check".to_owned());
        let told = self.told().into_iter().map(|words| format!(" ({words})"));
        std::iter::once(text).chain(check).chain(told).collect()
    }
}
