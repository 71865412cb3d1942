//! The whole of a variant's rules.
//!
//! Owns: [`Ruleset`] and everything in it that is not movement. Takes: built by `resolve/` alone.
//! Gives: what the arenas compile. Invariant: every id in it indexes a vector of it.

use crate::castling::Homes;
use crate::condition::{Area, Condition, Zone};
use crate::effect::Effect;
use crate::figure::Figure;
use crate::goal::Goals;
use crate::hand::Hand;
use crate::ids::{KindId, ZoneId};
use crate::letter::Letter;
use crate::movement::{Movement, Term};
use crate::notation::Names;
use crate::plane::PlaneRules;
use crate::question::{Anchor, CounterId, Lookahead, MoveFact, Number, Question, Tally, Test};
use crate::setup::Setup;
use crate::shuffle::Shuffle;
use crate::side::Side;
use crate::space::Space;
use crate::symbol::Symbol;
use crate::turn::Turn;
use alfil_diagnostics::index::IndexVec;
use alfil_diagnostics::source::{Span, Spanned};

/// A variant, meant: no text, no geometry.
#[derive(Clone, PartialEq, Debug)]
pub struct Ruleset {
    /// What a person calls it.
    pub title: String,
    /// Where it is played.
    pub space: Space,
    /// Kinds of piece, in order of definition.
    pub kinds: IndexVec<KindId, Kind>,
    /// Named sets of cells.
    pub zones: IndexVec<ZoneId, Zone>,
    /// Must hold of every piece that a move displaces, each between its own start and end.
    pub every_move: Condition,
    /// Where the last part of that is written, if somebody wrote it.
    pub every_move_place: Option<Span>,
    /// The same, of capturing moves as far as attack is concerned.
    pub every_attack: Condition,
    /// What is asked of each move besides, of the move itself and of the board.
    pub asked: Vec<Spanned<Question>>,
    /// The places of those among them that come from `every move`.
    pub every_asked: Vec<Span>,
    /// What of that is asked of attacks as well.
    pub attack_asked: Vec<Spanned<Question>>,
    /// Only moves that answer yes to the first of these that any move answers with yes are legal.
    pub duties: Vec<Spanned<Question>>,
    /// What else moves do, in order.
    pub effects: Vec<Effect>,
    /// What is counted for each side, at most [`COUNTERS`](crate::question::COUNTERS).
    pub counters: Vec<String>,
    /// What clocks tell the time without, at most [`CLOCKS`](crate::question::CLOCKS).
    pub clocks: Vec<Question>,
    /// Where pieces castle from, of kinds for which the setup does not say it.
    pub homes: Vec<Homes>,
    /// Pieces beside the board, if the game has hands.
    pub hand: Option<Hand>,
    /// What a plane wants to know beside; a board reads nothing of it.
    pub plane: PlaneRules,
    /// How turns go.
    pub turn: Turn,
    /// The start position.
    pub setup: Setup,
    /// How it is shuffled, if it is.
    pub shuffle: Option<Shuffle>,
    /// How games end.
    pub ends: Goals,
}

/// A kind of piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kind {
    /// Its name (`knight`).
    pub name: Spanned<String>,
    /// Its letter in positions.
    pub letter: Letter,
    /// What stands for it in pictures, if not its figure.
    pub symbol: Option<Symbol>,
    /// What stands for it where symbols do not.
    pub figure: Figure,
    /// How much a piece is worth where that is asked.
    pub worth: u16,
    /// Whether its side loses when it is mated.
    pub royal: Royalty,
    /// Whose its pieces are.
    pub owner: Owner,
    /// Whether its pieces stand in the way.
    pub blocks: Spanned<Blocking>,
    /// How it moves.
    pub moves: Movement,
    /// What it attacks, where that differs from what its moves capture.
    pub attacks: Option<Movement>,
    /// When and to what it promotes: rules that add up.
    pub promotions: Vec<Promotion>,
    /// What it is in the hand once it has been captured, if that is another kind.
    pub reverts_to: Option<Reversion>,
}

impl Ruleset {
    /// A game of these kinds on this board, of which nothing else is said.
    pub fn bare(space: Space, kinds: IndexVec<KindId, Kind>, setup: Setup) -> Ruleset {
        Ruleset {
            title: String::new(),
            space,
            kinds,
            zones: IndexVec::new(),
            every_move: Condition::Always,
            every_move_place: None,
            every_attack: Condition::Always,
            asked: Vec::new(),
            every_asked: Vec::new(),
            attack_asked: Vec::new(),
            duties: Vec::new(),
            effects: Vec::new(),
            counters: Vec::new(),
            clocks: Vec::new(),
            homes: Vec::new(),
            hand: None,
            plane: PlaneRules::default(),
            turn: Turn::default(),
            setup,
            shuffle: None,
            ends: Goals::default(),
        }
    }

    /// True for a sentence of `every move` with conditions on start and end: in castling it binds both partners.
    pub fn asks_partners(&self, asked: &Spanned<Question>) -> bool {
        self.every_asked.contains(&asked.span)
            && asked.value.any(&|part| matches!(part, Question::Cells(_)))
    }

    /// The kinds that pieces of `kind` castle with, each once, in order of definition.
    pub fn partners(&self, kind: KindId) -> Vec<KindId> {
        let castles = || self.kinds[kind].moves.terms.iter().filter_map(Term::castle);
        self.kinds.ids().filter(|k| castles().any(|castle| castle.partners.contains(k))).collect()
    }

    /// What goals, claims, duties, effects and every move ask, each with the place where it is written;
    /// `None` of an effect that asks nothing.
    pub fn sentences(&self) -> impl Iterator<Item = (Option<&Question>, Span)> {
        let Ruleset { ends, duties, asked, effects, turn, .. } = self;
        let ends =
            ends.goals.iter().chain(&ends.claims).map(|asked| (Some(&asked.question), asked.span));
        let asked = duties.iter().chain(asked).chain(turn.questions());
        let asked = asked.map(|question| (Some(&question.value), question.span));
        let effects = effects.iter().map(|effect| (effect.question.as_ref(), effect.span));
        let promotions = self.kinds.iter().flat_map(|kind| &kind.promotions);
        let asking = promotions.filter(|rule| rule.when.is_some());
        let promotions = asking.map(|rule| (rule.when.as_ref(), rule.span));
        ends.chain(asked).chain(effects).chain(promotions)
    }

    /// Every question, each once.
    fn questions(&self) -> impl Iterator<Item = &Question> {
        let asked = self.sentences().filter_map(|(question, _)| question);
        let attack = self.attack_asked.iter().map(|asked| &asked.value);
        asked.chain(attack).chain(&self.clocks)
    }

    /// Whether something asks for pieces that have never moved, which positions tell then.
    pub fn remembers_who_moved(&self) -> bool {
        self.tests(&|test| *test == Test::NeverMoved)
    }

    /// Whether some filter of pieces satisfies `is`.
    pub fn tests(&self, is: &dyn Fn(&Test) -> bool) -> bool {
        self.questions().any(|question| question.tests(is))
            || self.effects.iter().any(|effect| effect.tests(is))
    }

    /// Whether something asks of the last move, which positions tell then.
    pub fn remembers_moves(&self) -> bool {
        self.ends.ask_of_moves()
            || self.turn.asks_back()
            || self.questions().any(Question::names_last)
            || self.effects.iter().any(|effect| effect.names_anchor(&Anchor::is_of_last))
    }

    /// The same to be changed, of those that ask something.
    pub fn sentences_mut(&mut self) -> impl Iterator<Item = (&mut Question, Span)> {
        let Ruleset { ends, duties, asked, attack_asked, effects, kinds, turn, .. } = self;
        let ends = ends.goals.iter_mut().chain(&mut ends.claims);
        let ends = ends.map(|asked| (&mut asked.question, asked.span));
        let asked = duties.iter_mut().chain(asked).chain(attack_asked).chain(turn.questions_mut());
        let asked = asked.map(|asked| (&mut asked.value, asked.span));
        let effects = effects.iter_mut().filter_map(|effect| {
            let span = effect.span;
            effect.question.as_mut().map(|question| (question, span))
        });
        let promotions = kinds.iter_mut().flat_map(|kind| &mut kind.promotions);
        let promotions = promotions.filter_map(|rule| {
            let span = rule.span;
            rule.when.as_mut().map(|question| (question, span))
        });
        ends.chain(asked).chain(effects).chain(promotions)
    }

    /// A question as its author writes it.
    pub fn sentence(&self, question: &Question) -> String {
        let kind = |kind: KindId| self.kinds[kind].name.value.as_str();
        question.notation(Names { kind: &kind, zones: &self.zones, counters: &self.counters })
    }

    /// A line of effects as its author writes it.
    pub fn effect(&self, effect: &Effect) -> String {
        let kind = |kind: KindId| self.kinds[kind].name.value.as_str();
        effect.notation(Names { kind: &kind, zones: &self.zones, counters: &self.counters })
    }

    /// Into whose hand, and as what, a piece of `owner` and `kind` goes that `captor` captures.
    pub fn hand_of(&self, captor: Side, owner: Side, kind: KindId) -> Option<(Side, KindId)> {
        let hand = self.hand.as_ref()?;
        let side = match self.kinds[kind].owner {
            Owner::Side => hand.goes_to(captor, owner)?,
            // A captor treats a neutral piece as the enemy's.
            Owner::Both => hand.goes_to(captor, captor.other())?,
            // An unowned piece has no owner to go back to.
            Owner::Nobody => hand.goes_to(captor, captor.other()).filter(|&to| to == captor)?,
        };
        Some((side, self.held_as(kind)?))
    }

    /// As what a piece of `kind` is held in a hand; `None` if there are no hands, or always one more of that.
    pub fn held_as(&self, kind: KindId) -> Option<KindId> {
        let kind = self.kinds[kind].reverts_to.map_or(kind, |reversion| reversion.to);
        self.hand.as_ref().is_some_and(|hand| !hand.supply.contains(&kind)).then_some(kind)
    }

    /// Whether a piece of either kind has as much to fear as one of the other: both are royal, each for itself, or
    /// neither is. Where all of a kind, or its last, are royal, every kind is another matter.
    pub fn are_as_royal(&self, one: KindId, other: KindId) -> bool {
        let shared = |kind: KindId| matches!(self.kinds[kind].royal, Royalty::All | Royalty::Last);
        let alike = self.kinds[one].royal == self.kinds[other].royal;
        one == other || alike && !shared(one)
    }

    /// True if effects decide which captures attack: a capture may cost its own side a royal piece, or be impossible.
    pub fn deeds_bear_on_attacks(&self) -> bool {
        self.deeds_cost_royals() || self.deeds_bar_captures()
    }

    /// True if something depends on what is attacked: a royal piece, or a question.
    pub fn asks_attacks(&self) -> bool {
        self.kinds.iter().any(|kind| kind.royal.is_royal())
            || self.tests(&|test| matches!(test, Test::Attacked(_) | Test::Guarded))
    }

    /// True if effects may make a capture impossible because a line finds nothing to choose from, and the game asks for attacks.
    /// Lines that ask for attacks themselves do not count: attacks are computed without them.
    fn deeds_bar_captures(&self) -> bool {
        // A capture leaves an empty cell until a line fills one.
        let mut room = true;
        let mut bars = |effect: &Effect| {
            let had_room = room;
            room &= !effect.fills_cells();
            effect.may_bar(had_room)
        };
        self.asks_attacks()
            && self.effects.iter().any(|effect| bars(effect) && effect.level() < Lookahead::Attack)
    }

    /// Whether a capture may cost its own side a royal piece.
    pub fn deeds_cost_royals(&self) -> bool {
        let royal = |kind: KindId| self.kinds[kind].royal.is_royal();
        let kinds: Vec<KindId> = self.kinds.ids().collect();
        self.kinds.iter().any(|kind| kind.royal.is_royal())
            && self.effects.iter().any(|effect| effect.may_cost(&royal, &kinds))
    }

    /// Whether asking if a drop mates could go on for long: turns, effects or questions may ask for replies on the way, or
    /// there is always one more piece to drop. Then an answer to a check counts whatever it gives.
    pub fn mates_may_recur(&self) -> bool {
        let Some(hand) = self.hand.as_ref().filter(|hand| !hand.no_mate.is_empty()) else {
            return false;
        };
        let asks = self.sentences().next().is_some() || !self.attack_asked.is_empty();
        !hand.supply.is_empty() || !self.turn.is_plain() || asks
    }

    /// Whether it makes no difference to the safety of royal pieces which of these a piece becomes, as far as it stands there: they are as
    /// royal as each other, and both stand in the way or neither does.
    pub fn stand_alike(&self, one: KindId, other: KindId) -> bool {
        self.are_as_royal(one, other)
            && self.kinds[one].blocks.value == self.kinds[other].blocks.value
    }

    /// Whether moves may capture what was not attacked, so that a royal piece may be taken that did not stand in check.
    pub fn captures_exceed_attacks(&self) -> bool {
        let narrower =
            self.every_attack != Condition::Always && self.every_attack != self.every_move;
        narrower
            || self.kinds.iter().any(|kind| kind.attacks.is_some())
            || self.attack_asked.iter().any(|asked| !self.asked.contains(asked))
    }

    /// Whether an attack has to be asked, or tried, before it is known to be one.
    pub fn attacks_are_asked(&self) -> bool {
        self.deeds_bear_on_attacks() || !self.attack_asked.is_empty()
    }

    /// Whether what is asked of attacks depends on more than their way, so that it may matter what a piece becomes elsewhere.
    pub fn attacks_ask_the_board(&self) -> bool {
        let promoting = |part: &Question| matches!(part, Question::Move(MoveFact::Promoting(_)));
        let of_the_board = |asked: &Question| {
            !asked.is_of_the_way() || self.promotions_ask_the_board() && asked.any(&promoting)
        };
        self.attack_asked.iter().any(|asked| of_the_board(&asked.value))
    }

    /// True if the promotion of a move depends on the board: a rule asks a question, or kinds run out.
    fn promotions_ask_the_board(&self) -> bool {
        let mut rules = self.kinds.iter().flat_map(|kind| &kind.promotions);
        rules.any(|rule| rule.when.is_some() || rule.supply == Supply::Lost)
    }

    /// Whether what is asked of attacks depends on what is remembered or counted of moves, so that a move changes it wherever
    /// it goes.
    pub fn attacks_look_back(&self) -> bool {
        let deeds_count = self.deeds_bear_on_attacks();
        self.attack_asked.iter().any(|asked| asked.value.looks_back())
            || deeds_count && self.effects.iter().any(Effect::looks_back)
    }

    /// True if some effect changes the board or a hand.
    pub fn changes_pieces(&self) -> bool {
        self.effects.iter().any(Effect::changes_pieces)
    }

    /// True if some effect changes the board or a hand, or leaves its player a choice.
    pub fn has_deeds(&self) -> bool {
        self.effects.iter().any(Effect::acts)
    }

    /// The neutral kinds, both sides' at once, in order.
    pub fn neutrals(&self) -> impl Iterator<Item = KindId> {
        self.kinds.ids().filter(|&kind| self.is_neutral(kind))
    }

    /// Whether pieces of `kind` are neutral.
    pub fn is_neutral(&self, kind: KindId) -> bool {
        self.kinds[kind].owner == Owner::Both
    }

    /// The kinds whose pieces stand in nobody's way, in order.
    pub fn open_kinds(&self) -> impl Iterator<Item = KindId> {
        self.kinds.ids().filter(|&kind| self.kinds[kind].blocks.value == Blocking::Open)
    }

    /// The side in whose letter a piece of `kind` is written that is `owner`'s.
    pub fn written_for(&self, kind: KindId, owner: Side) -> Side {
        match self.kinds[kind].owner {
            Owner::Side => owner,
            Owner::Nobody | Owner::Both => Side::White,
        }
    }

    /// The only kind that is nobody's, if there is one: `*` in the positions of other programs.
    pub fn only_nobodys(&self) -> Option<KindId> {
        let mut kinds = self.kinds.ids().filter(|&kind| self.kinds[kind].owner == Owner::Nobody);
        kinds.next().filter(|_| kinds.next().is_none())
    }

    /// True if the only way to a new piece of this kind is a promotion to a lost one. Then a side never has more of it
    /// than in the setup.
    pub fn only_comes_back(&self, kind: KindId) -> bool {
        let same = |&to: &KindId| self.counts_as(to) == self.counts_as(kind);
        let rules = self.kinds.iter().flat_map(|kind| &kind.promotions);
        let mut rules = rules.filter(|rule| rule.to.iter().any(same)).peekable();
        let others = self.hand.is_some() || self.changes_pieces();
        let owned = self.kinds[kind].owner == Owner::Side;
        owned && !others && rules.peek().is_some() && rules.all(|rule| rule.supply == Supply::Lost)
    }

    /// The kind as which pieces of `kind` are counted where lost pieces are.
    pub fn counts_as(&self, kind: KindId) -> KindId {
        self.kinds[kind].reverts_to.and_then(|r| r.twin_of).unwrap_or(kind)
    }

    /// The number of `counter` for which a goal waits; 0 if none does.
    pub(crate) fn counter_wanted(&self, counter: CounterId) -> u8 {
        let wanted = std::cell::Cell::new(0);
        for asked in &self.ends.goals {
            asked.question.any(&|question| {
                if let Question::Counter(Number::Exactly(n) | Number::AtLeast(n), _, of) = question
                    && *of == Tally::Counted(counter)
                {
                    wanted.set(wanted.get().max(*n));
                }
                false
            });
        }
        u8::try_from(wanted.get()).unwrap_or(u8::MAX)
    }

    /// The kinds that are counted as `kind` is.
    pub fn counted_as(&self, kind: KindId) -> impl Iterator<Item = KindId> {
        self.kinds.ids().filter(move |&k| self.counts_as(k) == self.counts_as(kind))
    }
}

alfil_diagnostics::spelt! {
    /// Whether pieces of a kind are royal.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum Royalty: &'static str, word {
        /// None is.
        #[default]
        No = "false",
        /// Each is: none may be left attacked.
        Each = "true",
        /// All together are: one may be left where not all of them are attacked.
        All = "all",
        /// The last one is; as long as there are more, none is.
        Last = "last",
    }
}

alfil_diagnostics::spelt! {
    /// Whose the pieces of a kind are.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum Owner: &'static str, word {
        /// Each is its side's.
        #[default]
        Side = "side",
        /// Nobody's: they stand in the way of both sides, and only effects move them.
        Nobody = "nobody",
        /// Neutral: each side moves them as its own and captures them as the other's.
        Both = "both",
    }
}

alfil_diagnostics::spelt! {
    /// Whether pieces of a kind stand in the way of what moves.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum Blocking: &'static str, word {
        /// They do.
        #[default]
        Blocks = "true",
        /// What moves passes them as if their cells were empty, and over them there is nothing to hop.
        Open = "false",
    }
}

impl Royalty {
    /// Whether pieces of the kind are royal, if only some or sometimes.
    pub fn is_royal(self) -> bool {
        self != Royalty::No
    }
}

/// What becomes of a captured piece that was promoted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reversion {
    /// The kind that it is in the hand.
    pub to: KindId,
    /// The kind that it is on the board, where that kind is also in play unpromoted.
    pub twin_of: Option<KindId>,
}

/// One rule of promotion. Of several that speak of one move, the piece may become what any of them gives,
/// and stays what it is only if all of them let it. Where a piece must promote and cannot, it may not go,
/// unless it may wait.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Promotion {
    /// The zone, from the mover's side; `None` is the whole board.
    pub at: Option<Area>,
    /// What promotes in or about the zone.
    pub on: Occasions,
    /// Whether the piece may stay what it is.
    pub duty: Duty,
    /// To what, in order of definition; never empty.
    pub to: Vec<KindId>,
    /// How many pieces there are to promote to.
    pub supply: Supply,
    /// Asked before the move, of the move as it is without promotion; looks at less than attacks.
    pub when: Option<Question>,
    /// Where the author wrote it.
    pub span: Span,
}

/// What promotes; at least one flag is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Occasions {
    /// A move from outside the zone into it.
    pub enter: bool,
    /// A move from a cell of the zone to one of the zone.
    pub within: bool,
    /// A move out of the zone.
    pub leave: bool,
    /// A piece in the zone promotes where it stands, which is a move of its own.
    pub stay: bool,
    /// A drop into the zone.
    pub drop: bool,
}

impl Occasions {
    /// Every move that ends in the zone, as in chess.
    pub const ARRIVING: Occasions =
        Occasions { enter: true, within: true, leave: false, stay: false, drop: false };

    /// What definitions call its flags.
    pub const WORDS: [&str; 5] = ["enter", "move", "leave", "stay", "drop"];

    /// Its flags, each with its word.
    pub fn flags(&mut self) -> [(&'static str, &mut bool); 5] {
        let Occasions { enter, within, leave, stay, drop } = self;
        let [e, m, l, s, d] = Self::WORDS;
        [(e, enter), (m, within), (l, leave), (s, stay), (d, drop)]
    }

    /// Whether some move from cell to cell is among them.
    pub fn moves(self) -> bool {
        self.enter || self.within || self.leave
    }

    /// The words of those that are set.
    pub fn words(mut self) -> impl Iterator<Item = &'static str> {
        self.flags().map(|(word, set)| set.then_some(word)).into_iter().flatten()
    }
}

/// Whether a piece must promote.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Duty {
    /// It must.
    Must,
    /// It may stay what it is, save where it could never move again.
    May,
    /// It must; where there is nothing to promote to it waits in the zone, and promotes as soon as there
    /// is.
    Wait,
}

/// Which kinds are there to promote to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Supply {
    /// All that are named.
    Endless,
    /// Those of which the side has fewer on the board than the setup gave it.
    Lost,
}
