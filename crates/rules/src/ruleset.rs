//! The complete rules of a variant.
//!
//! The package `alfil-resolve` builds a [`Ruleset`]; boards and planes compile it. Every id in a ruleset is
//! an index into one of its vectors.

use crate::chance::{Die, DieId, Roll};
use crate::condition::{Area, Condition, Zone};
use crate::effect::{Deed, Effect};
use crate::goal::Goals;
use crate::hand::Hand;
use crate::ids::{KindId, ZoneId};
use crate::look::{Dress, Figure, Leaving, Letter, Look, Player, Symbol};
use crate::movement::{Movement, Term};
use crate::notation::{Group, NamedQuestion, Names};
use crate::plane::PlaneRules;
use crate::question::{
    Amount, Anchor, CounterId, Lookahead, MoveFact, Order, Question, Tally, Test,
};
use crate::setup::{Setup, Shuffle};
use crate::side::{Color, Side, Sides};
use crate::sight::{Sight, Told};
use crate::space::Space;
use crate::term::Homes;
use crate::turn::{Step, Turn};
use alfil_diagnostics::index::IndexVec;
use alfil_diagnostics::source::{Span, Spanned};
use std::fmt::{self, Write};

/// The rules of a variant, without text and geometry.
#[derive(Clone, PartialEq, Debug)]
pub struct Ruleset {
    /// The name of the game for people.
    pub title: String,
    /// The number of sides, and the teams that they form.
    pub sides: Sides,
    /// What the author says about each side, in the order of turns. Empty for White and Black.
    pub players: Vec<Player>,
    /// The fate of the pieces of a side that is out. It matters only with more than two sides.
    pub leaving: Leaving,
    /// The board or plane.
    pub space: Space,
    /// Kinds of piece, in order of definition.
    pub kinds: IndexVec<KindId, Kind>,
    /// Named sets of cells.
    pub zones: IndexVec<ZoneId, Zone>,
    /// Named sets of kinds. Rules contain the kinds themselves; the names are for people and for
    /// texts that are read later.
    pub groups: Vec<Group>,
    /// Named questions. Rules contain copies of the questions.
    pub named: Vec<NamedQuestion>,
    /// A condition on start and end cell. It must be true for every piece that a move displaces.
    pub every_move: Condition,
    /// The span of the last sentence that contributes to `every_move`, if there is one.
    pub every_move_place: Option<Span>,
    /// The part of `every_move` that applies to captures while attacks are computed.
    pub every_attack: Condition,
    /// Further restrictions of moves: questions about the move and the board.
    pub asked: Vec<Spanned<Question>>,
    /// The spans of the questions in `asked` that come from `every move`.
    pub every_asked: Vec<Span>,
    /// The parts of `asked` that apply while attacks are computed.
    pub attack_asked: Vec<Spanned<Question>>,
    /// Duties in order. The first duty that any move satisfies makes all other moves illegal.
    pub duties: Vec<Spanned<Question>>,
    /// Effects of moves, in order.
    pub effects: Vec<Effect>,
    /// Names of counters, at most [`COUNTERS`](crate::question::COUNTERS).
    pub counters: Vec<String>,
    /// The questions of the clocks. A clock counts the turns since the last move that satisfies its
    /// question. At most [`CLOCKS`](crate::question::CLOCKS).
    pub clocks: Vec<Question>,
    /// Start cells for castling that the author lists. Kinds without an entry castle from their
    /// cells in the setup.
    pub homes: Vec<Homes>,
    /// Hands, if the game has any.
    pub hand: Option<Hand>,
    /// Rules for planes. Boards ignore them.
    pub plane: PlaneRules,
    /// The dice, at most [`DICE`](crate::chance::DICE).
    pub dice: IndexVec<DieId, Die>,
    /// The rules of turns.
    pub turn: Turn,
    /// The start position.
    pub setup: Setup,
    /// How the setup is shuffled. `None` if the game has only one start position.
    pub shuffle: Option<Shuffle>,
    /// The ends of the game.
    pub ends: Goals,
    /// What each side sees of the board.
    pub sight: Sight,
    /// What an umpire tells both sides besides checks and captures. Empty without an umpire.
    pub told: Vec<Told>,
    /// The look of the board and of the sides in pictures.
    pub look: Look,
}

/// A kind of piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kind {
    /// The name of the kind (`knight`).
    pub name: Spanned<String>,
    /// The letter of the kind in positions.
    pub letter: Letter,
    /// The symbol that replaces the figure in pictures, if there is one.
    pub symbol: Option<Symbol>,
    /// The figure that shows the kind in pictures without symbols.
    pub figure: Figure,
    /// What pictures show besides symbol and figure.
    pub dress: Dress,
    /// The value of a piece where rules compare worth.
    pub worth: u16,
    /// The royalty of the pieces of this kind.
    pub royal: Royalty,
    /// The owner of pieces.
    pub owner: Owner,
    /// Whether pieces block others.
    pub blocks: Spanned<Blocking>,
    /// The moves.
    pub moves: Movement,
    /// The attacks, if they differ from the captures in `moves`.
    pub attacks: Option<Movement>,
    /// The rules of promotion. All rules that apply to a move are combined.
    pub promotions: Vec<Promotion>,
    /// The kind that a captured piece has in hand. `None` if the kind stays the same.
    pub reverts_to: Option<Reversion>,
}

impl Ruleset {
    /// The approximate size of the rules in memory, in bytes. Only large differences mean anything.
    pub fn bytes(&self) -> usize {
        let mut length = Length(0);
        // Every part is described by about as many characters as it takes bytes.
        let _ = write!(length, "{self:?}");
        length.0
    }

    /// A game of these kinds in this space with default rules.
    pub fn bare(space: Space, kinds: IndexVec<KindId, Kind>, setup: Setup) -> Ruleset {
        Ruleset {
            title: String::new(),
            sides: Sides::TWO,
            players: Vec::new(),
            leaving: Leaving::default(),
            space,
            kinds,
            zones: IndexVec::new(),
            groups: Vec::new(),
            named: Vec::new(),
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
            dice: IndexVec::new(),
            turn: Turn::default(),
            setup,
            shuffle: None,
            ends: Goals::default(),
            sight: Sight::default(),
            told: Vec::new(),
            look: Look::default(),
        }
    }

    /// Whether this sentence of `every move` has conditions on start and end. In castling such a
    /// sentence restricts both partners.
    pub fn asks_partners(&self, asked: &Spanned<Question>) -> bool {
        self.every_asked.contains(&asked.span)
            && asked.value.any(&|part| matches!(part, Question::Cells(_)))
    }

    /// The kinds of partners with which pieces of `kind` castle. Each comes once, in order of
    /// definition.
    pub fn partners(&self, kind: KindId) -> Vec<KindId> {
        let castles = || self.kinds[kind].moves.terms.iter().filter_map(Term::castle);
        self.kinds.ids().filter(|k| castles().any(|castle| castle.partners.contains(k))).collect()
    }

    /// The words `strong` and `weak` in conditions on moves, with their spans, sorted by span.
    pub fn strengths(&self) -> Vec<(&'static str, Span)> {
        let movements =
            self.kinds.iter().flat_map(|kind| [Some(&kind.moves), kind.attacks.as_ref()]);
        let terms = movements.flatten().flat_map(|movement| &movement.terms);
        let every = [&self.every_move, &self.every_attack];
        let mut found = Vec::new();
        for condition in terms.map(|term| &term.when).chain(every).chain(self.turn.conditions()) {
            condition.strengths(&mut found);
        }
        found.sort_by_key(|(_, span)| *span);
        found.dedup_by_key(|(_, span)| *span);
        found
    }

    /// The questions of goals, claims, duties, steps, effects, promotions, restrictions and umpires, with
    /// the spans of their sentences. `None` for an effect without a question.
    pub fn sentences(&self) -> impl Iterator<Item = (Option<&Question>, Span)> {
        let Ruleset { ends, duties, asked, effects, turn, told, .. } = self;
        let ends =
            ends.goals.iter().chain(&ends.claims).map(|asked| (Some(&asked.question), asked.span));
        let told = told.iter().map(|told| &told.asked);
        let asked = duties.iter().chain(asked).chain(turn.questions()).chain(told);
        let asked = asked.map(|question| (Some(&question.value), question.span));
        let effects = effects.iter().map(|effect| (effect.question.as_ref(), effect.span));
        let promotions = self.kinds.iter().flat_map(|kind| &kind.promotions);
        let asking = promotions.filter(|rule| rule.when.is_some());
        let promotions = asking.map(|rule| (rule.when.as_ref(), rule.span));
        ends.chain(asked).chain(effects).chain(promotions)
    }

    /// All questions of the rules, including those for attacks.
    fn questions(&self) -> impl Iterator<Item = &Question> {
        let asked = self.sentences().filter_map(|(question, _)| question);
        let attack = self.attack_asked.iter().map(|asked| &asked.value);
        asked.chain(attack).chain(&self.clocks)
    }

    /// True if some step rolls `die`.
    pub fn rolls(&self, die: DieId) -> bool {
        self.turn.steps().any(|step| step.roll == Some(die))
    }

    /// True if some step turns a piece up with the value of `die`.
    pub fn turns_up(&self, die: DieId) -> bool {
        let turns = |step: &Step| step.roll == Some(die) && !step.draw.turns_up.is_empty();
        self.turn.steps().any(turns)
    }

    /// True if a question depends on the value of `die`.
    pub fn looks_at(&self, die: DieId) -> bool {
        let compares = |part: &Question| matches!(part, Question::Rolled(id, roll) if *id == die || *roll == Roll::Like(die));
        self.questions().any(|question| question.any(&compares))
            || self.tests(&|test| *test == Test::LikeDie(die))
    }

    /// True if rules depend on whether pieces have moved. Then positions store this.
    pub fn remembers_who_moved(&self) -> bool {
        self.tests(&|test| *test == Test::NeverMoved)
    }

    /// True if a question or an effect has a filter of pieces for which `is` returns true.
    pub fn tests(&self, is: &dyn Fn(&Test) -> bool) -> bool {
        let lengths = self.turn.amounts().flat_map(Amount::pieces);
        self.questions().any(|question| question.tests(is))
            || lengths.into_iter().any(|pieces| pieces.tests(is))
            || self.effects.iter().any(|effect| effect.tests(is))
    }

    /// Whether rules depend on the last move. Then positions store it.
    pub fn remembers_moves(&self) -> bool {
        self.ends.ask_of_moves()
            || self.turn.asks_back()
            || self.questions().any(Question::names_last)
            || self.effects.iter().any(|effect| effect.names_anchor(&Anchor::is_of_last))
    }

    /// All questions with their spans, for changes.
    pub fn sentences_mut(&mut self) -> impl Iterator<Item = (&mut Question, Span)> {
        let Ruleset { ends, duties, asked, attack_asked, effects, kinds, turn, told, .. } = self;
        let ends = ends.goals.iter_mut().chain(&mut ends.claims);
        let ends = ends.map(|asked| (&mut asked.question, asked.span));
        let told = told.iter_mut().map(|told| &mut told.asked);
        let asked = duties.iter_mut().chain(asked).chain(attack_asked);
        let asked = asked.chain(turn.questions_mut()).chain(told);
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

    /// Gives numbers to all clocks that questions read, and returns what each clock waits for.
    /// `clocks` are those known already. Calls `each` after each question.
    pub fn number_clocks(
        &mut self,
        mut clocks: Vec<Question>,
        mut each: impl FnMut(&[Question], Span),
    ) -> Vec<Question> {
        for (question, span) in self.sentences_mut() {
            question.number_clocks(&mut clocks);
            each(&clocks, span);
        }
        // The questions about every move contain the questions of terms, so these add no clocks.
        for asked in self.kinds.iter_mut().flat_map(|kind| &mut kind.moves.asked) {
            asked.value.number_clocks(&mut clocks);
        }
        clocks
    }

    /// What people call a side.
    pub fn name_of(&self, side: Side) -> &str {
        match self.players.get(side as usize) {
            Some(player) => &player.title,
            None => self.look.sides.as_ref().map_or(side.name(), |sides| &sides[side]),
        }
    }

    /// The name of a side in messages: White or Black, or what the author calls it.
    pub fn called(&self, side: Side) -> &str {
        self.players.get(side as usize).map_or(side.name(), |player| &player.title)
    }

    /// The word for a side in definitions: `white` or `black`, or what the author calls it.
    pub fn word_of(&self, side: Side) -> &str {
        let usual = match side.color() {
            Color::White => "white",
            Color::Black => "black",
        };
        self.players.get(side as usize).map_or(usual, |player| &player.name)
    }

    /// The letter of a side in positions.
    pub fn letter_of(&self, side: Side) -> char {
        self.players.get(side as usize).map_or(side.letter(), |player| player.letter)
    }

    /// The letter of a piece in positions. With two sides, upper case is White's and lower case is
    /// Black's. With more sides, the letter of the side comes before the letter of the piece.
    pub fn piece_letter(&self, side: Side, letter: Letter) -> String {
        match self.players.get(side as usize) {
            Some(player) => format!("{}{letter}", player.letter),
            None => letter.of(side),
        }
    }

    /// A question in the notation of definitions.
    pub fn sentence(&self, question: &Question) -> String {
        self.sentence_of(question, &self.named)
    }

    /// A question in the notation of definitions, in which only these questions have names.
    pub fn sentence_of(&self, question: &Question, named: &[NamedQuestion]) -> String {
        let kind = |kind: KindId| self.kinds[kind].name.value.as_str();
        question.notation(Names { named, ..self.names(&kind) })
    }

    /// A number in the notation of definitions.
    pub fn amount(&self, amount: &Amount) -> String {
        let kind = |kind: KindId| self.kinds[kind].name.value.as_str();
        self.names(&kind).amount(amount)
    }

    /// A line of effects in the notation of definitions.
    pub fn effect(&self, effect: &Effect) -> String {
        let kind = |kind: KindId| self.kinds[kind].name.value.as_str();
        effect.notation(self.names(&kind))
    }

    /// The names of the game; `kind` gives the names of kinds.
    fn names<'a>(&'a self, kind: &'a dyn Fn(KindId) -> &'a str) -> Names<'a> {
        let Ruleset { zones, counters, dice, named, .. } = self;
        Names { kind, zones, counters, dice, named }
    }

    /// The hand that receives a captured piece of `owner` and `kind`, and its kind there. `None` if
    /// no hand receives it.
    pub fn hand_of(&self, captor: Side, owner: Side, kind: KindId) -> Option<(Side, KindId)> {
        let hand = self.hand.as_ref()?;
        let side = match self.kinds[kind].owner {
            Owner::Side => hand.goes_to(captor, owner)?,
            // For hands, a captured neutral piece counts as a piece of the opponent.
            Owner::Both => hand.goes_to(captor, captor.other())?,
            // An unowned piece has no owner, so only the hand of the capturing side can receive it.
            Owner::Nobody => hand.goes_to(captor, captor.other()).filter(|&to| to == captor)?,
        };
        Some((side, self.held_as(kind)?))
    }

    /// The kind that a piece of `kind` has in hand. `None` if there are no hands, or if the supply
    /// of that kind is endless.
    pub fn held_as(&self, kind: KindId) -> Option<KindId> {
        let kind = self.kinds[kind].reverts_to.map_or(kind, |reversion| reversion.to);
        self.hand.as_ref().is_some_and(|hand| !hand.supply.contains(&kind)).then_some(kind)
    }

    /// True if a piece may change from one kind to the other without changing royalty. This holds
    /// if each piece of both kinds is royal, or none is. Kinds whose pieces are royal together
    /// differ from all other kinds.
    pub fn are_as_royal(&self, one: KindId, other: KindId) -> bool {
        let shared = |kind: KindId| matches!(self.kinds[kind].royal, Royalty::All | Royalty::Last);
        let alike = self.kinds[one].royal == self.kinds[other].royal;
        one == other || alike && !shared(one)
    }

    /// True if effects help to decide which captures are attacks. A capture is no attack if its
    /// effects remove a royal piece of its own side, or make it illegal.
    pub fn deeds_bear_on_attacks(&self) -> bool {
        self.deeds_cost_royals() || self.deeds_bar_captures()
    }

    /// Whether rules depend on attacks: the game has royal pieces, or a question is about attacks.
    pub fn asks_attacks(&self) -> bool {
        self.kinds.iter().any(|kind| kind.royal.is_royal())
            || self.tests(&|test| matches!(test, Test::Attacked(_) | Test::Guarded))
    }

    /// True if effects may make a capture illegal because nothing can be chosen. This matters only
    /// in games that depend on attacks. Lines that depend on attacks themselves do not count,
    /// because attacks are computed without them.
    fn deeds_bar_captures(&self) -> bool {
        // A capture leaves an empty cell, until a line of effects fills a cell.
        let mut room = true;
        let mut bars = |effect: &Effect| {
            let had_room = room;
            room &= !effect.fills_cells();
            effect.may_bar(had_room)
        };
        self.asks_attacks()
            && self.effects.iter().any(|effect| bars(effect) && effect.level() < Lookahead::Attack)
    }

    /// True if the effects of a capture may remove a royal piece of the capturing side.
    pub fn deeds_cost_royals(&self) -> bool {
        let royal = |kind: KindId| self.kinds[kind].royal.is_royal();
        let kinds: Vec<KindId> = self.kinds.ids().collect();
        self.kinds.iter().any(|kind| kind.royal.is_royal())
            && self.effects.iter().any(|effect| effect.may_cost(&royal, &kinds))
    }

    /// Whether the test for mate by a drop could take long. The reason is that turns, effects or
    /// questions may depend on replies, or that the supply of drops is endless. Then the test for
    /// one drop may need the same test for drops that answer its check.
    pub fn mates_may_recur(&self) -> bool {
        let Some(hand) = self.hand.as_ref().filter(|hand| !hand.no_mate.is_empty()) else {
            return false;
        };
        let asks = self.sentences().next().is_some() || !self.attack_asked.is_empty();
        !hand.supply.is_empty() || !self.turn.is_plain() || asks
    }

    /// True if a piece may change from one kind to the other without an effect on the safety of
    /// royal pieces. The kinds are equally royal, and both block or neither does.
    pub fn stand_alike(&self, one: KindId, other: KindId) -> bool {
        self.are_as_royal(one, other)
            && self.kinds[one].blocks.value == self.kinds[other].blocks.value
    }

    /// True if some captures do not count as attacks. Then a royal piece may be captured without a
    /// check before.
    pub fn captures_exceed_attacks(&self) -> bool {
        let narrower =
            self.every_attack != Condition::Always && self.every_attack != self.every_move;
        narrower
            || self.kinds.iter().any(|kind| kind.attacks.is_some())
            || self.attack_asked.iter().any(|asked| !self.asked.contains(asked))
    }

    /// True if effects or questions decide which captures are attacks. Then a capture must be
    /// evaluated or made first.
    pub fn attacks_are_asked(&self) -> bool {
        self.deeds_bear_on_attacks() || !self.attack_asked.is_empty()
    }

    /// Whether the questions about attacks depend on more than the path of the attack. Then a
    /// change elsewhere may matter.
    pub fn attacks_ask_the_board(&self) -> bool {
        let promoting = |part: &Question| matches!(part, Question::Move(MoveFact::Promoting(_)));
        let of_the_board = |asked: &Question| {
            !asked.is_of_the_way() || self.promotions_ask_the_board() && asked.any(&promoting)
        };
        self.attack_asked.iter().any(|asked| of_the_board(&asked.value))
    }

    /// Whether promotion depends on the board: a rule has a question, or the piece may only become
    /// a lost piece.
    fn promotions_ask_the_board(&self) -> bool {
        let mut rules = self.kinds.iter().flat_map(|kind| &kind.promotions);
        rules.any(|rule| rule.when.is_some() || rule.supply == Supply::Lost)
    }

    /// Whether the questions about attacks depend on past moves. Then any move may change which
    /// captures are attacks.
    pub fn attacks_look_back(&self) -> bool {
        let deeds_count = self.deeds_bear_on_attacks();
        self.attack_asked.iter().any(|asked| asked.value.looks_back())
            || deeds_count && self.effects.iter().any(Effect::looks_back)
    }

    /// True if pieces may stand on other pieces.
    pub fn has_stacks(&self) -> bool {
        self.effects.iter().flat_map(|effect| &effect.deeds).any(Deed::stacks)
    }

    /// True if some effect does more than change a counter.
    pub fn changes_pieces(&self) -> bool {
        self.effects.iter().any(Effect::changes_pieces)
    }

    /// True if some effect does more than change a counter, or gives the player a choice.
    pub fn has_deeds(&self) -> bool {
        self.effects.iter().any(Effect::acts)
    }

    /// The neutral kinds, in order of definition.
    pub fn neutrals(&self) -> impl Iterator<Item = KindId> {
        self.kinds.ids().filter(|&kind| self.is_neutral(kind))
    }

    /// Whether pieces of `kind` are neutral.
    pub fn is_neutral(&self, kind: KindId) -> bool {
        self.kinds[kind].owner == Owner::Both
    }

    /// The kinds that do not block, in order of definition.
    pub fn open_kinds(&self) -> impl Iterator<Item = KindId> {
        self.kinds.ids().filter(|&kind| self.kinds[kind].blocks.value == Blocking::Open)
    }

    /// The side whose case of the letter (upper or lower) stands for a piece of `kind` and `owner`
    /// in texts.
    pub fn written_for(&self, kind: KindId, owner: Side) -> Side {
        match self.kinds[kind].owner {
            Owner::Side => owner,
            Owner::Nobody | Owner::Both => Side::White,
        }
    }

    /// The unowned kind, if there is exactly one. Other programs write it as `*` in positions.
    pub fn only_nobodys(&self) -> Option<KindId> {
        let mut kinds = self.kinds.ids().filter(|&kind| self.kinds[kind].owner == Owner::Nobody);
        kinds.next().filter(|_| kinds.next().is_none())
    }

    /// Whether new pieces of this kind come only from promotions to lost pieces. Then a side never
    /// has more pieces of this kind than in the setup.
    pub fn only_comes_back(&self, kind: KindId) -> bool {
        let same = |&to: &KindId| self.counts_as(to) == self.counts_as(kind);
        let rules = self.kinds.iter().flat_map(|kind| &kind.promotions);
        let mut rules = rules.filter(|rule| rule.to.iter().any(same)).peekable();
        let others = self.hand.is_some() || self.changes_pieces();
        let owned = self.kinds[kind].owner == Owner::Side;
        owned && !others && rules.peek().is_some() && rules.all(|rule| rule.supply == Supply::Lost)
    }

    /// The kind as which pieces of `kind` count, where lost pieces are counted.
    pub fn counts_as(&self, kind: KindId) -> KindId {
        self.kinds[kind].reverts_to.and_then(|r| r.twin_of).unwrap_or(kind)
    }

    /// The largest value of `counter` that a goal requires; 0 if no goal requires any.
    pub(crate) fn counter_wanted(&self, counter: CounterId) -> u8 {
        let wanted = std::cell::Cell::new(0);
        for asked in &self.ends.goals {
            asked.question.any(&|question| {
                if let Some((_, Tally::Counted(of), Order::Equal | Order::AtLeast, n)) =
                    question.reaches()
                    && of == counter
                {
                    wanted.set(wanted.get().max(n));
                }
                false
            });
        }
        u8::try_from(wanted.get()).unwrap_or(u8::MAX)
    }

    /// All kinds that count as the same kind as `kind`.
    pub fn counted_as(&self, kind: KindId) -> impl Iterator<Item = KindId> {
        self.kinds.ids().filter(move |&k| self.counts_as(k) == self.counts_as(kind))
    }
}

alfil_diagnostics::spelt! {
    /// The royalty of the pieces of a kind.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum Royalty: &'static str, word {
        /// No piece is royal.
        #[default]
        No = "false",
        /// Each piece is royal: none may be left attacked.
        Each = "true",
        /// The pieces are royal together: some may be left attacked, but not all.
        All = "all",
        /// Only the last piece is royal. While there are several, none is.
        Last = "last",
    }
}

alfil_diagnostics::spelt! {
    /// The owner of the pieces of a kind.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum Owner: &'static str, word {
        /// Each piece belongs to one side.
        #[default]
        Side = "side",
        /// No side owns the pieces: they block both sides, and only effects move them.
        Nobody = "nobody",
        /// Both sides own the pieces: each side moves them as its own and captures them as the
        /// opponent's.
        Both = "both",
    }
}

alfil_diagnostics::spelt! {
    /// Whether pieces of a kind block others.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum Blocking: &'static str, word {
        /// The pieces block others.
        #[default]
        Blocks = "true",
        /// The pieces do not block. Other pieces pass them as if the cell were empty, and cannot
        /// hop over them.
        Open = "false",
    }
}

impl Royalty {
    /// True if pieces of the kind may be royal at some time.
    pub fn is_royal(self) -> bool {
        self != Royalty::No
    }
}

/// The change of kind of a promoted piece when it is captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reversion {
    /// The kind that the piece has in hand.
    pub to: KindId,
    /// If this kind is only for promoted pieces (`Q~`), the kind of normal pieces (`Q`). On the
    /// board both count as the same kind.
    pub twin_of: Option<KindId>,
}

/// A rule of promotion. If several rules apply to a move, the piece may become any kind that one of
/// them offers. It may stay unpromoted only if all of them allow that. If a piece must promote and
/// cannot, the move is illegal, unless the piece may wait.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Promotion {
    /// The zone in which the rule applies, from the mover's point of view. `None` for the whole
    /// board.
    pub at: Option<Area>,
    /// The events that cause a promotion.
    pub on: Occasions,
    /// Whether the piece must promote.
    pub duty: Duty,
    /// The kinds to choose from, in order of definition; never empty.
    pub to: Vec<KindId>,
    /// The limit on the number of pieces to promote to.
    pub supply: Supply,
    /// A question about the move without its promotion, evaluated before the move. It depends
    /// neither on attacks nor on legal moves.
    pub when: Option<Question>,
    /// The span of the author's text.
    pub span: Span,
}

/// The events that cause a promotion; at least one flag is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Occasions {
    /// A move from outside the zone into it.
    pub enter: bool,
    /// A move within the zone.
    pub within: bool,
    /// A move out of the zone.
    pub leave: bool,
    /// A piece in the zone promotes without moving. This is a move of its own.
    pub stay: bool,
    /// A drop into the zone.
    pub drop: bool,
}

impl Occasions {
    /// Every move that ends in the zone, as for pawns in chess.
    pub const ARRIVING: Occasions =
        Occasions { enter: true, within: true, leave: false, stay: false, drop: false };

    /// The words of the flags in definitions.
    pub const WORDS: [&str; 5] = ["enter", "move", "leave", "stay", "drop"];

    /// The flags, each with its word.
    pub fn flags(&mut self) -> [(&'static str, &mut bool); 5] {
        let Occasions { enter, within, leave, stay, drop } = self;
        let [e, m, l, s, d] = Self::WORDS;
        [(e, enter), (m, within), (l, leave), (s, stay), (d, drop)]
    }

    /// Whether moves from cell to cell promote.
    pub fn moves(self) -> bool {
        self.enter || self.within || self.leave
    }

    /// The words of the flags that are set.
    pub fn words(mut self) -> impl Iterator<Item = &'static str> {
        self.flags().map(|(word, set)| set.then_some(word)).into_iter().flatten()
    }
}

/// Whether a piece must promote.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Duty {
    /// The piece must promote.
    Must,
    /// The piece may stay unpromoted, except where it could never move again.
    May,
    /// The piece must promote. If no kind is available, it waits in the zone and promotes as soon
    /// as one is.
    Wait,
}

/// The limit on the number of pieces to promote to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Supply {
    /// Any number.
    Endless,
    /// Only kinds of which the side now has fewer pieces on the board than in the setup.
    Lost,
}

/// Counts the characters that are written to it.
struct Length(usize);

impl Write for Length {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.len();
        Ok(())
    }
}
