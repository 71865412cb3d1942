//! A computer player that knows only its view. It imagines positions that agree with its view, the
//! *worlds*, searches each, and plays the move with the best value on average.
//!
//! Besides its view, it knows the first position of the game, as both players do, and what it has
//! captured since, if it saw the piece before. If the pieces of the other side were shuffled
//! independently of its own, it does not know on which of the shuffled cells each of them stood. The
//! pieces on hidden cells are chosen at random: a piece stays where it may have stood at first, or is
//! where a few moves on an empty board may have led it.
//!
//! Nothing here may depend on what the side does not see. Equal views lead to equal worlds.

use crate::board::view::SeenPlay;
use crate::board::{Actor, BoardPlay, BoardPosition};
use crate::dice::Dice;
use crate::position::{Move, Position};
use alfil_board::model::position::Rights;
use alfil_board::paths::terrain::Piece;
use alfil_reference::executor::Reference;
use alfil_reference::view::Known;
use alfil_rules::ruleset::{Owner, Ruleset};
use alfil_rules::setup::Arrays;
use alfil_rules::side::Side;
use alfil_search::search::Found;
use alfil_search::searchable::Limits;
use alfil_topology::site_set::{AnySet, Site};

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

/// What a side has captured since the first position.
#[derive(Default)]
struct Captures {
    /// The pieces that it saw before it captured them.
    known: Vec<Piece>,
    /// The number of pieces that it did not see.
    unknown: usize,
}

/// Where a hidden piece was at first.
#[derive(Clone, Copy)]
enum Origin {
    /// On one of these cells.
    Board(AnySet),
    Hand,
}

/// A piece that the side does not see.
#[derive(Clone, Copy)]
struct HiddenPiece {
    piece: Piece,
    origin: Origin,
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
        let Captures { known, unknown: gone } = captured(play, seen.side());
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
            let (home, is_of_hand) = match one.origin {
                Origin::Board(home) => (home, false),
                Origin::Hand => (AnySet::EMPTY, true),
            };
            let stays = any(home & free, dice).filter(|_| dice.below(2) == 0);
            let at = stays.or_else(|| any(one.reach & free, dice));
            let at = at.or_else(|| if is_of_hand { None } else { any(free, dice) });
            match at {
                Some(site) => {
                    world.squares[site] = Some(one.piece);
                    free = free.minus(AnySet::of(site));
                }
                None if is_of_hand => world.hands.give(one.piece.side, one.piece.kind, 1),
                None => return None,
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

/// One of the cells by chance. `None` if there is none.
fn any(among: AnySet, dice: &mut Dice) -> Option<Site> {
    let among: Vec<Site> = among.into_iter().collect();
    match among[..] {
        [] => None,
        [only] => Some(only),
        _ => Some(among[dice.below(among.len())]),
    }
}

pub(super) fn shuffle<T>(all: &mut [T], dice: &mut Dice) {
    for at in (1..all.len()).rev() {
        all.swap(at, dice.below(at + 1));
    }
}

/// True if the piece belongs to another side than `side`. Neutral and unowned pieces do not.
fn is_other(rules: &Ruleset, side: Side, piece: Piece) -> bool {
    piece.side != side && rules.kinds[piece.kind].owner == Owner::Side
}

/// The pieces of others that `side` has captured since the first position.
fn captured(play: &BoardPlay, side: Side) -> Captures {
    let rules = play.rules();
    let mut now = play.clone();
    let mut captures = Captures::default();
    while let Some(mv) = now.take_back() {
        let before = now.board();
        if before.side != side || mv.actor != Actor::Piece || mv.captures.is_empty() {
            continue;
        }
        let seen = now.seen_by(side);
        for &site in &mv.captures {
            match before.squares[site].filter(|&piece| is_other(rules, side, piece)) {
                Some(piece) if matches!(seen.known(site), Known::Seen(_)) => {
                    captures.known.push(piece);
                }
                Some(_) => captures.unknown += 1,
                None => {}
            }
        }
    }
    captures
}

/// The cells on which the pieces of others stand at first in an order that `side` does not know.
fn shuffled(play: &BoardPlay, side: Side) -> AnySet {
    let arena = play.arena();
    let cells = arena.shuffled.as_ref().zip(arena.rules.shuffle.as_ref());
    let Some((cells, Arrays::Apart)) = cells.map(|(cells, rule)| (cells, rule.sides)) else {
        return AnySet::EMPTY;
    };
    let others = arena.rules.sides.each().filter(|&other| other != side);
    others.flat_map(|other| cells.cells(other).to_vec()).collect()
}

/// The pieces that the side does not see: those of the first position, without those that it knows
/// to be captured and without what it sees now.
fn hidden(play: &BoardPlay, seen: &SeenPlay, captured: Vec<Piece>) -> Vec<HiddenPiece> {
    let rules = play.rules();
    let is_other = |piece: Piece| is_other(rules, seen.side(), piece);
    let shuffled = shuffled(play, seen.side());
    let mut first = play.clone();
    while first.take_back().is_some() {}
    let start = first.board();
    let origin = |site| {
        if shuffled.has(site) { Origin::Board(shuffled) } else { Origin::Board(AnySet::of(site)) }
    };
    let stands =
        start.squares.enumerate().filter_map(|(site, piece)| Some((origin(site), (*piece)?)));
    let held = rules.sides.each().flat_map(|side| {
        let held = start.hands.held(side);
        held.flat_map(move |(kind, n)| (0..n).map(move |_| (Origin::Hand, Piece { side, kind })))
    });
    let mut all: Vec<(Origin, Piece)> =
        stands.chain(held).filter(|&(_, piece)| is_other(piece)).collect();
    let sees = |site| match seen.known(site) {
        Known::Seen(piece) => piece.filter(|&piece| is_other(piece)),
        Known::Occupied | Known::Unknown => None,
    };
    let cells: Vec<(Site, Piece)> =
        play.arena().graph.sites().filter_map(|site| Some((site, sees(site)?))).collect();
    // A piece that still stands on its first cell is that piece.
    let is_at_home = |site, piece| !shuffled.has(site) && start.squares[site] == Some(piece);
    let stays = |origin, piece| match origin {
        Origin::Board(home) => {
            let site = home.into_iter().find(|&site| is_at_home(site, piece));
            site.is_some_and(|site| sees(site) == Some(piece))
        }
        Origin::Hand => false,
    };
    all.retain(|&(origin, piece)| !stays(origin, piece));
    let moved = cells.iter().filter(|&&(site, piece)| !is_at_home(site, piece));
    for piece in captured.into_iter().chain(moved.map(|&(_, p)| p)) {
        // A promoted piece was one that can promote.
        let same = all.iter().position(|&(_, one)| one == piece);
        let promoted =
            || all.iter().position(|&(_, one)| !rules.kinds[one.kind].promotions.is_empty());
        if let Some(at) = same.or_else(promoted) {
            all.remove(at);
        }
    }
    let hidden = |&(origin, piece): &(Origin, Piece)| {
        let reach = match origin {
            Origin::Board(home) => reach(seen, home, piece),
            Origin::Hand => AnySet::EMPTY,
        };
        HiddenPiece { piece, origin, reach }
    };
    all.iter().map(hidden).collect()
}

/// The cells where a few moves on an empty board lead a piece from one of the cells `home`.
fn reach(seen: &SeenPlay, home: AnySet, piece: Piece) -> AnySet {
    let play = seen.play();
    let reference = Reference::of(play.arena());
    let mut alone = play.board().clone();
    alone.squares.iter_mut().for_each(|square| *square = None);
    // A piece alone castles with nothing and captures nothing in passing.
    alone.rights = Rights::default();
    alone.ep_squares.clear();
    alone.side = piece.side;
    let mut all = home;
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
