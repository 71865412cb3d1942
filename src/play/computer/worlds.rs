//! A computer player that knows only its view. It imagines positions that agree with its view, the
//! *worlds*, searches each, and plays the move with the best value on average.
//!
//! Besides its view, it knows the first position of the game, as both players do, and what it has
//! captured since. The pieces on hidden cells are chosen at random: a piece stays on its first cell, or
//! is where a few moves on an empty board may have led it.

use crate::play::board::view::SeenPlay;
use crate::play::board::{Actor, BoardPlay, BoardPosition};
use crate::play::dice::Dice;
use crate::play::position::{Move, Position};
use alfil_board::paths::terrain::Piece;
use alfil_board::reference::executor::Reference;
use alfil_board::reference::view::Known;
use alfil_board::topology::site_set::{AnySet, Site};
use alfil_rules::ruleset::{Owner, Ruleset};
use alfil_rules::side::Side;
use alfil_rules::sight::Sight;
use alfil_search::limits::Limits;
use alfil_search::search::Found;

/// The number of worlds that are searched for a move.
const WORLDS: usize = 8;

/// The number of attempts to imagine a world. Some attempts do not agree with the view.
const ATTEMPTS: usize = 10 * WORLDS;

/// The number of moves that a hidden piece may have made.
const WAY: usize = 3;

/// The most that one world can add to the value of a move, in hundredths of a pawn. Otherwise a
/// single lost world would outweigh all others.
const MOST: i32 = 1500;

/// Searches a position within limits for the values of that many moves, and reports each.
pub(super) type Search<'s> = &'s dyn Fn(&Position, &Limits, usize, &mut dyn FnMut(&Found<Move>));

/// The knowledge of a side about its captures.
enum Told {
    /// The captured pieces.
    Pieces,
    /// Only their cells.
    Cells,
}

/// A piece that the side does not see.
#[derive(Clone, Copy)]
struct HiddenPiece {
    piece: Piece,
    /// Where it stood at first. `None` if it was in hand.
    home: Option<Site>,
    /// Where it may stand now.
    reach: AnySet,
}

/// The hidden pieces, and the view with which imagined positions must agree.
pub(super) struct Worlds<'a> {
    position: &'a BoardPlay,
    seen: SeenPlay,
    hidden: Vec<HiddenPiece>,
    /// The number of hidden pieces that are captured, if the side does not know which.
    gone: usize,
}

/// A move with its value, on average over the worlds.
pub(super) struct Judged {
    pub(super) mv: Move,
    pub(super) centipawns: i32,
}

impl<'a> Worlds<'a> {
    /// The worlds of the side to move. `None` if it sees everything.
    pub(super) fn of(position: &'a Position) -> Option<Worlds<'a>> {
        let Position::Board(play) = position else { return None };
        let seen = position.hidden_from(position.side())?;
        let told = match play.rules().sight {
            Sight::Umpire => Told::Cells,
            Sight::Everything | Sight::Own | Sight::Placing | Sight::Reach => Told::Pieces,
        };
        let captured = captured(play, seen.side());
        let (known, gone) = match told {
            Told::Pieces => (captured, 0),
            Told::Cells => (Vec::new(), captured.len()),
        };
        let hidden = hidden(play, &seen, known);
        Some(Worlds { position: play, seen, hidden, gone })
    }

    /// The moves that the side may try, with their values on average, in order. Empty if no world was found or
    /// nothing was searched.
    pub(super) fn judge(
        &self,
        search: Search<'_>,
        limits: &Limits,
        dice: &mut Dice,
    ) -> Vec<Judged> {
        let position = Position::Board(self.position.clone());
        let tries = position.tries();
        let (texts, tries) = (tries.texts().unwrap_or_default(), tries.list().unwrap_or_default());
        let worlds: Vec<BoardPosition> =
            (0..ATTEMPTS).filter_map(|_| self.world(dice)).take(WORLDS).collect();
        let share = worlds.len().max(1) as u32;
        let limits = Limits {
            nodes: limits.nodes.map(|nodes| nodes / u64::from(share)),
            soft: limits.soft.map(|time| time / share),
            hard: limits.hard.map(|time| time / share),
            ..limits.clone()
        };
        let mut sums = vec![0; tries.len()];
        let mut searched = false;
        for world in worlds {
            let world = Position::Board(BoardPlay::begin(self.position.program(), world));
            let mut values: Vec<Option<i32>> = vec![None; tries.len()];
            // A try has the text of the legal move, but not its captures.
            let legal = world.legal();
            let mut keep = |thought: &Found<Move>| {
                let Some(first) = thought.line.first().map(|mv| legal.write(mv)) else { return };
                if let Some(number) = texts.iter().position(|text| *text == first) {
                    values[number] = Some(thought.score.centipawns());
                }
            };
            search(&world, &limits, tries.len(), &mut keep);
            let Some(least) = values.iter().flatten().copied().min() else { continue };
            searched = true;
            for (sum, value) in sums.iter_mut().zip(&values) {
                *sum += value.unwrap_or(least).clamp(-MOST, MOST) / share as i32;
            }
        }
        let all = tries.into_iter().zip(sums).filter(|_| searched);
        all.map(|(mv, centipawns)| Judged { mv, centipawns }).collect()
    }

    /// A position that agrees with the view. `None` if the lot led to one that does not.
    fn world(&self, dice: &mut Dice) -> Option<BoardPosition> {
        let mut world = self.seen.play().board().clone();
        let cells: Vec<(Site, Known)> =
            self.position.arena().graph.sites().map(|site| (site, self.seen.known(site))).collect();
        let of = |wanted: Known| cells.iter().filter(move |(_, known)| *known == wanted);
        let occupied: Vec<Site> = of(Known::Occupied).map(|&(site, _)| site).collect();
        let mut free: AnySet = of(Known::Unknown).map(|&(site, _)| site).collect();
        let mut left = self.hidden.clone();
        shuffle(&mut left, dice);
        for _ in 0..self.gone {
            let royal = |one: &HiddenPiece| self.position.rules().kinds[one.piece.kind].royal;
            if let Some(at) = left.iter().position(|one| !royal(one).is_royal()) {
                left.swap_remove(at);
            }
        }
        for site in occupied {
            let fits = left.iter().position(|one| one.reach.has(site));
            let one = left.swap_remove(fits.or_else(|| (!left.is_empty()).then_some(0))?);
            world.squares[site] = Some(one.piece);
        }
        shuffle(&mut left, dice);
        for one in left {
            let home = one.home.filter(|&home| free.has(home) && dice.below(2) == 0);
            let any = |among: AnySet, dice: &mut Dice| {
                let among: Vec<Site> = among.into_iter().collect();
                (!among.is_empty()).then(|| among[dice.below(among.len())])
            };
            let at = home.or_else(|| any(one.reach & free, dice)).or_else(|| match one.home {
                Some(_) => any(free, dice),
                None => None,
            });
            match (at, one.home) {
                (Some(site), _) => {
                    world.squares[site] = Some(one.piece);
                    free = free.minus(AnySet::of(site));
                }
                (None, None) => world.hands.give(one.piece.side, one.piece.kind, 1),
                (None, Some(_)) => return None,
            }
        }
        let play = BoardPlay::begin(self.position.program(), world.clone());
        let agrees = play.seen_by(self.seen.side()).text() == self.seen.text();
        // The other side does not leave its royal piece attacked.
        let reference = Reference::of(self.position.arena());
        let exposed = || reference.attacked_royal(&world, self.seen.side().other());
        let ended = || Position::Board(play.clone()).outcome().is_some();
        let fits = agrees && !exposed() && !ended();
        fits.then_some(world)
    }
}

fn shuffle<T>(all: &mut [T], dice: &mut Dice) {
    for at in (1..all.len()).rev() {
        all.swap(at, dice.below(at + 1));
    }
}

/// True if the piece belongs to another side than `side`. Neutral and unowned pieces do not.
fn is_other(rules: &Ruleset, side: Side, piece: Piece) -> bool {
    piece.side != side && rules.kinds[piece.kind].owner == Owner::Side
}

/// The pieces of others that `side` has captured since the first position.
fn captured(play: &BoardPlay, side: Side) -> Vec<Piece> {
    let mut now = play.clone();
    let mut captured = Vec::new();
    while let Some(mv) = now.take_back() {
        let before = now.board();
        if before.side == side && mv.actor == Actor::Piece {
            captured.extend(mv.captures.iter().filter_map(|&site| before.squares[site]));
        }
    }
    captured.retain(|&piece| is_other(play.rules(), side, piece));
    captured
}

/// The pieces that the side does not see: those of the first position, without those that it knows
/// to be captured and without what it sees now.
fn hidden(play: &BoardPlay, seen: &SeenPlay, captured: Vec<Piece>) -> Vec<HiddenPiece> {
    let rules = play.rules();
    let is_other = |piece: Piece| is_other(rules, seen.side(), piece);
    let mut first = play.clone();
    while first.take_back().is_some() {}
    let start = first.board();
    let stands =
        start.squares.enumerate().filter_map(|(site, piece)| Some((Some(site), (*piece)?)));
    let held = rules.sides.each().flat_map(|side| {
        let held = start.hands.held(side);
        held.flat_map(move |(kind, n)| (0..n).map(move |_| (None, Piece { side, kind })))
    });
    let mut all: Vec<(Option<Site>, Piece)> =
        stands.chain(held).filter(|&(_, piece)| is_other(piece)).collect();
    let sees = |site| match seen.known(site) {
        Known::Seen(piece) => piece.filter(|&piece| is_other(piece)),
        Known::Occupied | Known::Unknown => None,
    };
    let cells: Vec<(Site, Piece)> =
        play.arena().graph.sites().filter_map(|site| Some((site, sees(site)?))).collect();
    // A piece that still stands on its first cell is that piece.
    all.retain(|&(home, piece)| home.is_none_or(|home| sees(home) != Some(piece)));
    let moved = cells.iter().filter(|&&(site, piece)| start.squares[site] != Some(piece));
    for piece in captured.into_iter().chain(moved.map(|&(_, p)| p)) {
        // A promoted piece was one that can promote.
        let same = all.iter().position(|&(_, one)| one == piece);
        let promoted =
            || all.iter().position(|&(_, one)| !rules.kinds[one.kind].promotions.is_empty());
        if let Some(at) = same.or_else(promoted) {
            all.remove(at);
        }
    }
    let hidden = |&(home, piece): &(Option<Site>, Piece)| HiddenPiece {
        piece,
        home,
        reach: home.map_or(AnySet::EMPTY, |home| reach(play, home, piece)),
    };
    all.iter().map(hidden).collect()
}

/// The cells where a few moves on an empty board lead a piece.
fn reach(play: &BoardPlay, home: Site, piece: Piece) -> AnySet {
    let reference = Reference::of(play.arena());
    let mut alone = play.board().clone();
    alone.squares.iter_mut().for_each(|square| *square = None);
    alone.side = piece.side;
    let mut all = AnySet::of(home);
    let mut last = all;
    for _ in 0..WAY {
        let mut next = AnySet::EMPTY;
        for from in last {
            let mut at = alone.clone();
            at.squares[from] = Some(piece);
            for mv in reference.pseudo_moves(&at) {
                if mv.actor == Actor::Piece && mv.promotion.is_none() {
                    next |= AnySet::of(mv.to);
                }
            }
        }
        last = next.minus(all);
        all |= next;
    }
    all
}
