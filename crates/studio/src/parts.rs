//! The legal moves of a board as a tree. Each branch is one action of a player: a click on a cell,
//! on a piece in hand or on a section, or the choice of a picture or of words.
//!
//! A tree needs far less text than a list: the 2176 first moves of Amazons share 80 beginnings.

use crate::board::glyph;
use alfil_board::model::board_model::BoardModel;
use alfil_play::board::{Actor, BoardPlay, Choice, Move, notation};
use alfil_reference::executor::Reference;
use alfil_rules::effect::MAX_CHOICES;
use alfil_rules::ids::KindId;
use alfil_text::sentences;
use alfil_topology::sections::SectionId;
use alfil_topology::site_set::Site;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The moves `legal`, which the player of `play` may try, as a tree, and the kinds whose endless
/// supply needs a hand.
pub(super) fn tree(play: &BoardPlay, legal: Vec<Move>) -> (Value, Vec<KindId>) {
    let texts = notation::write_all(play.arena(), &legal);
    let mut partners: BTreeMap<Way, BTreeSet<Option<Way>>> = BTreeMap::new();
    for mv in legal.iter().filter(|mv| mv.actor == Actor::Piece) {
        let partner = mv.partner.map(|(from, to)| Way { from, to });
        partners.entry(Way { from: mv.from, to: mv.to }).or_default().insert(partner);
    }
    let parts = Parts { play, arena: play.arena(), legal: &legal, texts: &texts, partners };
    parts.root()
}

/// The tree of a player who has no moves.
pub(super) fn no_moves() -> (Value, Vec<KindId>) {
    (Node::default().json().into(), Vec::new())
}

/// The start and the end of a piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    from: Site,
    to: Site,
}

/// The legal moves of a position.
struct Parts<'a> {
    play: &'a BoardPlay,
    arena: &'a BoardModel,
    legal: &'a [Move],
    texts: &'a [String],
    /// The castling partners of all moves with the same cells; `None` for moves without castling.
    partners: BTreeMap<Way, BTreeSet<Option<Way>>>,
}

/// Numbers of moves that begin with the same parts.
type Group = Vec<usize>;

/// A difference between moves that begin with the same parts. The order is that of the parts.
#[derive(Clone, Copy)]
enum Stage {
    /// The cell where the mover ends, if it may also capture from where it stands.
    End,
    Promotion,
    Captures,
    Partner,
    /// The choice with this number.
    Choice(usize),
}

impl Stage {
    fn next(self) -> Option<Stage> {
        Some(match self {
            Stage::End => Stage::Promotion,
            Stage::Promotion => Stage::Captures,
            Stage::Captures => Stage::Partner,
            Stage::Partner => Stage::Choice(0),
            Stage::Choice(number) if number + 1 < MAX_CHOICES => Stage::Choice(number + 1),
            Stage::Choice(_) => return None,
        })
    }
}

/// The branches of a player who has made some parts of a move.
#[derive(Default)]
struct Node {
    /// The question to the player.
    ask: Option<String>,
    /// The purpose of the cells, as screen readers read it.
    does: Option<String>,
    /// The text that a cell completes to a move.
    stem: String,
    /// The cell beside which choices without a cell are shown.
    home: Option<String>,
    branches: Vec<Branch>,
}

/// One action of a player.
struct Branch {
    /// What the player selects.
    key: Map<String, Value>,
    /// The name of the cell, if the player selects one.
    cell: Option<String>,
    then: Then,
}

/// What follows an action.
enum Then {
    /// The move with this text is complete.
    Move(String),
    /// More is to be selected. The value describes the position until then.
    Node(Box<Node>, Map<String, Value>),
}

impl Node {
    fn json(self) -> Map<String, Value> {
        let mut node = Map::new();
        let stem = self.stem;
        let branches: Vec<Value> =
            self.branches.into_iter().map(|branch| branch.json(&stem)).collect();
        for (name, value) in [("ask", self.ask), ("does", self.does), ("home", self.home)] {
            if let Some(value) = value {
                node.insert(name.to_owned(), value.into());
            }
        }
        node.insert("stem".to_owned(), stem.into());
        node.insert("branches".to_owned(), branches.into());
        node
    }
}

impl Branch {
    /// The branch as JSON. A cell that only completes `stem` is its name alone.
    fn json(self, stem: &str) -> Value {
        let mut branch = self.key;
        match (self.cell, self.then) {
            (Some(cell), Then::Move(text))
                if branch.is_empty() && text.strip_prefix(stem) == Some(cell.as_str()) =>
            {
                return cell.into();
            }
            (cell, then) => {
                if let Some(cell) = cell {
                    branch.insert("cell".to_owned(), cell.into());
                }
                match then {
                    Then::Move(text) => {
                        branch.insert("text".to_owned(), text.into());
                    }
                    Then::Node(node, changes) => {
                        let mut node = node.json();
                        node.extend(changes);
                        branch.insert("next".to_owned(), node.into());
                    }
                }
            }
        }
        branch.into()
    }
}

/// Groups moves by a property, in the order of its values.
fn split<K: Ord>(group: &[usize], key: impl Fn(usize) -> K) -> BTreeMap<K, Group> {
    let mut parts: BTreeMap<K, Group> = BTreeMap::new();
    for &number in group {
        parts.entry(key(number)).or_default().push(number);
    }
    parts
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(object) => object,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
            Map::new()
        }
    }
}

/// A choice that is words only.
fn words(words: &str, then: Then) -> Branch {
    Branch { key: object(json!({ "words": words })), cell: None, then }
}

impl Parts<'_> {
    fn name(&self, site: Site) -> String {
        self.arena.graph.name(site).to_owned()
    }

    fn kind_name(&self, kind: KindId) -> &str {
        &self.arena.rules.kinds[kind].name.value
    }

    /// The name of the cell where moves with the same end leave their mover.
    fn target(&self, group: &[usize]) -> Option<String> {
        self.legal[group[0]].target().map(|site| self.name(site))
    }

    fn choice_of(&self, number: usize, choice: usize) -> Option<Choice> {
        self.legal[number].choices.iter().nth(choice)
    }

    /// A cell on which the player clicks.
    fn cell(&self, site: Site, key: Map<String, Value>, then: Then) -> Branch {
        Branch { key, cell: Some(self.name(site)), then }
    }

    /// A kind that the player selects by its picture.
    fn kind(&self, kind: KindId, then: Then) -> Branch {
        let (glyph, badge) = glyph(&self.arena.rules, kind, self.play.board().side);
        let name = self.kind_name(kind);
        let key = json!({ "words": name, "glyph": glyph, "badge": badge });
        Branch { key: object(key), cell: None, then }
    }

    /// The first part of all moves, and the supplied kinds that need a hand.
    fn root(&self) -> (Value, Vec<KindId>) {
        let mut origins: BTreeMap<Site, Group> = BTreeMap::new();
        let mut drops: BTreeMap<KindId, Group> = BTreeMap::new();
        let mut slides: BTreeMap<SectionId, Group> = BTreeMap::new();
        let mut passes = Group::new();
        for (number, mv) in self.legal.iter().enumerate() {
            match mv.actor {
                Actor::Piece => origins.entry(mv.from).or_default().push(number),
                Actor::Hand(kind) => drops.entry(kind).or_default().push(number),
                Actor::Section(section, _) => slides.entry(section).or_default().push(number),
                // The page asks for a roll, and no player chooses its outcome.
                Actor::Die(..) => {}
                Actor::Nobody => passes.push(number),
            }
        }
        let hand = self.arena.rules.hand.as_ref();
        let supply = hand.map_or(&[][..], |hand| &hand.supply);
        // A supplied piece needs no hand if a click on its cell is enough.
        let mut placed: BTreeMap<Site, Group> = BTreeMap::new();
        let mut held: Vec<KindId> = if supply.len() > 1 { supply.to_vec() } else { Vec::new() };
        for &kind in supply {
            for &number in drops.get(&kind).into_iter().flatten() {
                let to = self.legal[number].to;
                if !origins.contains_key(&to) {
                    placed.entry(to).or_default().push(number);
                } else if !held.contains(&kind) {
                    held.push(kind);
                }
            }
        }
        let mut branches: Vec<Branch> = Vec::new();
        for (&from, group) in &origins {
            // Nothing is decided yet, so the board does not change.
            let then = Then::Node(Box::new(self.targets(from, group)), Map::new());
            branches.push(self.cell(from, Map::new(), then));
        }
        for (&to, group) in &placed {
            branches.push(self.placing(to, group));
        }
        for (&kind, group) in &drops {
            if !supply.contains(&kind) || held.contains(&kind) {
                branches.push(self.dropping(kind, group));
            }
        }
        for (&section, group) in &slides {
            branches.push(self.sliding(section, group));
        }
        if !passes.is_empty() {
            let board = self.play.board();
            let length = self.arena.rules.turn.length(board.side, board.fullmove).most();
            let words = if length > 1 { "Skip this step" } else { "Pass" };
            let key = object(json!({ "pass": true, "words": words }));
            branches.push(Branch { key, cell: None, then: self.after(&passes, Stage::Choice(0)) });
        }
        // A click on an empty cell means a drop if only one kind can be meant.
        let stem = match supply {
            [kind] => format!("{}@", self.arena.rules.kinds[*kind].letter),
            _ => String::new(),
        };
        let root = Node { stem, branches, ..Node::default() };
        (root.json().into(), held)
    }

    /// The cells that the piece on `from` may select.
    fn targets(&self, from: Site, group: &[usize]) -> Node {
        let mut ends: BTreeMap<Site, Group> = BTreeMap::new();
        let mut rests = Group::new();
        for &number in group {
            let targets = self.shown_targets(&self.legal[number]);
            if targets.is_empty() {
                rests.push(number);
            }
            for site in targets {
                ends.entry(site).or_default().push(number);
            }
        }
        let branch = |(&site, group): (&Site, &Group)| {
            let captures: BTreeSet<Site> =
                group.iter().flat_map(|&number| self.legal[number].captures.clone()).collect();
            let mut key = Map::new();
            if !captures.is_empty() {
                let names = captures.into_iter().map(|site| self.name(site));
                key.insert("captures".to_owned(), names.collect());
            }
            self.cell(site, key, self.after(group, Stage::End))
        };
        let mut branches: Vec<Branch> = ends.iter().map(branch).collect();
        // A click on the partner castles with it, too.
        let onto = self.partners_of(group);
        let onto = onto.iter().filter(|(partner, _)| !ends.contains_key(partner));
        branches.extend(onto.map(|(&partner, &number)| {
            let kind = self.play.board().piece(partner).map(|piece| self.kind_name(piece.kind));
            let does = format!("may castle with this {}", kind.unwrap_or("piece"));
            let then = self.after(&[number], Stage::End);
            self.cell(partner, object(json!({ "castles": does })), then)
        }));
        if !rests.is_empty() {
            let stay = format!("Stay on {}", self.name(from));
            branches.push(words(&stay, self.after(&rests, Stage::Promotion)));
        }
        let ask = ends.is_empty().then(|| "What does it do?".to_owned());
        Node {
            home: ask.is_some().then(|| self.name(from)),
            ask,
            stem: self.name(from),
            branches,
            ..Node::default()
        }
    }

    /// The cells on which the player may click for a move of a piece: its end; the pieces that it
    /// captures from where it stands; its castling partner, if the end says too little. There is
    /// none if the piece stays and captures nothing: a click on it again puts it down.
    fn shown_targets(&self, mv: &Move) -> Vec<Site> {
        let still = mv.from == mv.to;
        let partners =
            self.partners.get(&Way { from: mv.from, to: mv.to }).map_or(0, BTreeSet::len);
        match mv.partner {
            Some((partner, _)) if still || partners > 1 => vec![partner],
            Some(_) | None if still => mv.captures.clone(),
            Some(_) | None => vec![mv.to],
        }
    }

    /// The partners with which exactly one move of `group` castles, with the number of the move.
    fn partners_of(&self, group: &[usize]) -> BTreeMap<Site, usize> {
        let partner = |&number: &usize| Some((self.legal[number].partner?.0, number));
        let mut castlings: BTreeMap<Site, Group> = BTreeMap::new();
        for (site, number) in group.iter().filter_map(partner) {
            castlings.entry(site).or_default().push(number);
        }
        let only = |(site, group): (Site, Group)| match group[..] {
            [number] => Some((site, number)),
            _ => None,
        };
        castlings.into_iter().filter_map(only).collect()
    }

    /// An empty cell on which the player puts a piece of an endless supply.
    fn placing(&self, to: Site, group: &[usize]) -> Branch {
        let kinds = split(group, |number| self.legal[number].kind(self.play.board()));
        let (puts, then) = match kinds.len() {
            1 => (kinds.keys().flatten().next().copied(), self.after(group, Stage::Promotion)),
            _ => {
                let kinds = kinds.iter().filter_map(|(kind, group)| Some(((*kind)?, group)));
                let branch = |(kind, group): (KindId, &Group)| {
                    self.kind(kind, self.after(group, Stage::Promotion))
                };
                let node = Node {
                    ask: Some(format!("Which piece goes to {}?", self.name(to))),
                    home: Some(self.name(to)),
                    branches: kinds.map(branch).collect(),
                    ..Node::default()
                };
                (None, self.node(node, group))
            }
        };
        let puts = puts.map_or("piece", |kind| self.kind_name(kind));
        self.cell(to, object(json!({ "puts": puts })), then)
    }

    /// A piece in hand, and the cells where it may be dropped.
    fn dropping(&self, kind: KindId, group: &[usize]) -> Branch {
        let letter = self.arena.rules.kinds[kind].letter.to_string();
        let cells = split(group, |number| self.legal[number].to);
        let branch = |(&to, group): (&Site, &Group)| {
            self.cell(to, Map::new(), self.after(group, Stage::Promotion))
        };
        let node = Node {
            stem: format!("{letter}@"),
            branches: cells.iter().map(branch).collect(),
            ..Node::default()
        };
        let key = object(json!({ "hand": letter }));
        Branch { key, cell: None, then: Then::Node(Box::new(node), Map::new()) }
    }

    /// A section, and the places to which it may slide.
    fn sliding(&self, id: SectionId, group: &[usize]) -> Branch {
        let arena = self.arena;
        let section = arena.sections.get(id);
        let now = arena.sections.stand(arena.arrangement, id);
        let cells = section.cells(now).filter_map(|(file, rank)| arena.graph.at(file, rank));
        let cells: Vec<String> = cells.map(|site| self.name(site)).collect();
        let stands = split(group, |number| match self.legal[number].actor {
            Actor::Section(_, stand) => usize::from(stand),
            Actor::Piece | Actor::Hand(_) | Actor::Die(..) | Actor::Nobody => 0,
        });
        let name = &section.name.value;
        let branch = |(&stand, group): (&usize, &Group)| {
            let (file, rank) = section.stands[stand];
            let (x, y) = (f64::from(file), f64::from(rank));
            let (far, top) = (x + f64::from(section.width), y + f64::from(section.height));
            let words = format!("Slide {name} to {}", arena.graph.cell_name(file, rank));
            let place = json!({ "outline": [[x, y], [far, y], [far, top], [x, top]] });
            Branch {
                key: object(json!({ "place": place, "words": words })),
                cell: None,
                then: self.after(group, Stage::Choice(0)),
            }
        };
        let node = Node { branches: stands.iter().map(branch).collect(), ..Node::default() };
        let key = object(json!({ "section": { "name": name, "cells": cells } }));
        Branch { key, cell: None, then: Then::Node(Box::new(node), Map::new()) }
    }

    /// What follows after the moves of `group` agree in everything before `stage`.
    fn after(&self, group: &[usize], stage: Stage) -> Then {
        if let [number] = *group {
            return Then::Move(self.texts[number].clone());
        }
        let node = match stage {
            Stage::End => self.ends(group),
            Stage::Promotion => self.promotions(group),
            Stage::Captures => self.captures(group),
            Stage::Partner => self.castlings(group),
            Stage::Choice(number) => self.choices(group, number),
        };
        match (node, stage.next()) {
            (Some(node), _) => self.node(node, group),
            (None, Some(next)) => self.after(group, next),
            (None, None) => {
                let branch = |&number: &usize| {
                    words(&self.texts[number], Then::Move(self.texts[number].clone()))
                };
                let node = Node {
                    ask: Some("Which move?".to_owned()),
                    home: self.target(group),
                    branches: group.iter().map(branch).collect(),
                    ..Node::default()
                };
                self.node(node, group)
            }
        }
    }

    fn node(&self, node: Node, group: &[usize]) -> Then {
        Then::Node(Box::new(node), self.changes(group))
    }

    fn ends(&self, group: &[usize]) -> Option<Node> {
        let ends = split(group, |number| self.legal[number].to);
        if ends.len() < 2 {
            return None;
        }
        let branch = |(&to, group): (&Site, &Group)| {
            self.cell(to, Map::new(), self.after(group, Stage::Promotion))
        };
        Some(Node {
            ask: Some("Where does it end?".to_owned()),
            does: Some("may end here".to_owned()),
            stem: self.name(self.legal[group[0]].from),
            home: Some(self.name(self.legal[group[0]].from)),
            branches: ends.iter().map(branch).collect(),
        })
    }

    fn promotions(&self, group: &[usize]) -> Option<Node> {
        let kinds = split(group, |number| self.legal[number].promotion);
        if kinds.len() < 2 {
            return None;
        }
        let branch = |(kind, group): (&Option<KindId>, &Group)| {
            let then = self.after(group, Stage::Captures);
            match kind {
                Some(kind) => self.kind(*kind, then),
                None => words("stay as it is", then),
            }
        };
        Some(Node {
            ask: Some("Promote to".to_owned()),
            home: self.target(group),
            branches: kinds.iter().map(branch).collect(),
            ..Node::default()
        })
    }

    fn captures(&self, group: &[usize]) -> Option<Node> {
        let sets = split(group, |number| self.legal[number].captures.clone());
        if sets.len() < 2 {
            return None;
        }
        let shared = self.shared_captures(group);
        let branch = |(captures, group): (&Vec<Site>, &Group)| {
            let more = captures.iter().filter(|site| !shared.contains(site));
            let more: Vec<String> = more.map(|&site| self.name(site)).collect();
            let key = object(json!({ "cells": more }));
            Branch { key, cell: None, then: self.after(group, Stage::Partner) }
        };
        Some(Node {
            ask: Some("Which pieces does it capture?".to_owned()),
            does: Some("may be captured".to_owned()),
            home: self.target(group),
            branches: sets.iter().map(branch).collect(),
            ..Node::default()
        })
    }

    fn castlings(&self, group: &[usize]) -> Option<Node> {
        let partners = split(group, |number| self.legal[number].partner);
        if partners.len() < 2 {
            return None;
        }
        let branch = |(partner, group): (&Option<(Site, Site)>, &Group)| {
            let then = self.after(group, Stage::Choice(0));
            match partner {
                Some((from, _)) => self.cell(*from, Map::new(), then),
                None => words("do not castle", then),
            }
        };
        Some(Node {
            ask: Some("With which piece does it castle?".to_owned()),
            does: Some("may castle".to_owned()),
            home: self.target(group),
            branches: partners.iter().map(branch).collect(),
            ..Node::default()
        })
    }

    fn choices(&self, group: &[usize], number: usize) -> Option<Node> {
        let choices = split(group, |mv| self.choice_of(mv, number));
        if choices.len() < 2 {
            return None;
        }
        let after = |group: &[usize]| match Stage::Choice(number).next() {
            Some(stage) => self.after(group, stage),
            None => self.after(group, Stage::Choice(number)),
        };
        let mut cells: BTreeMap<Site, Vec<(Option<KindId>, &Group)>> = BTreeMap::new();
        let mut kinds: BTreeSet<KindId> = BTreeSet::new();
        for (choice, group) in &choices {
            if let Some(Choice::Taken(kind, site)) = choice {
                kinds.extend(kind);
                if let Some(site) = site {
                    cells.entry(*site).or_default().push((*kind, group));
                }
            }
        }
        let first = &self.legal[group[0]];
        let one_cell = match cells.len() {
            1 if !kinds.is_empty() => cells.keys().next().copied(),
            _ => None,
        };
        // The choices without a cell, and those of one cell, are pictures and words.
        let option = |(choice, group): (&Option<Choice>, &Group)| match choice {
            Some(Choice::Taken(_, Some(_))) if one_cell.is_none() => None,
            Some(Choice::Taken(Some(kind), _)) => Some(self.kind(*kind, after(group))),
            Some(Choice::Taken(None, _)) => Some(words("do it", after(group))),
            Some(Choice::Carried(0)) => Some(words("one piece", after(group))),
            Some(Choice::Carried(count)) => {
                let pieces = format!("{} pieces", u32::from(*count) + 1);
                Some(words(&pieces, after(group)))
            }
            Some(Choice::Declined) if kinds.is_empty() => Some(words("skip it", after(group))),
            Some(Choice::Declined) | None => Some(words("no piece", after(group))),
        };
        let mut branches: Vec<Branch> = Vec::new();
        if one_cell.is_none() {
            for (&site, choices) in &cells {
                let then = match choices[..] {
                    [(_, group)] => after(group),
                    _ => {
                        let picture = |&(kind, group): &(Option<KindId>, &Group)| match kind {
                            Some(kind) => self.kind(kind, after(group)),
                            None => words("do it", after(group)),
                        };
                        let all: Group =
                            choices.iter().flat_map(|(_, group)| group.iter().copied()).collect();
                        let node = Node {
                            ask: Some(format!("Which piece goes to {}?", self.name(site))),
                            home: Some(self.name(site)),
                            branches: choices.iter().map(picture).collect(),
                            ..Node::default()
                        };
                        self.node(node, &all)
                    }
                };
                branches.push(self.cell(site, Map::new(), then));
            }
        }
        branches.extend(choices.iter().filter_map(option));
        let kind = match (kinds.len(), kinds.first()) {
            (1, Some(&kind)) => Some(self.kind_name(kind)),
            _ => None,
        };
        let ask = match (one_cell, kind) {
            (Some(site), _) => format!("Which piece goes to {}?", self.name(site)),
            (None, Some(kind)) if !cells.is_empty() => format!("Where does the {kind} go?"),
            (None, _) if !cells.is_empty() && !kinds.is_empty() => {
                "Where does the new piece go?".to_owned()
            }
            (None, _) => self.rule(first, number),
        };
        let does = match kind {
            Some(kind) => format!("the {kind} may go here"),
            None => "may be chosen".to_owned(),
        };
        // Choices with a cell are written before choices without one.
        let with_cell = group
            .iter()
            .find(|&&mv| matches!(self.choice_of(mv, number), Some(Choice::Taken(_, Some(_)))));
        let of_stem = with_cell.map_or(first, |&mv| &self.legal[mv]);
        Some(Node {
            ask: Some(ask),
            does: (one_cell.is_none() && !cells.is_empty()).then_some(does),
            stem: notation::before_choice(self.arena, of_stem, number),
            home: one_cell.map(|site| self.name(site)).or_else(|| self.target(group)),
            branches,
        })
    }

    /// The sentence of the rule that gives the player the choice of `mv` with this number.
    fn rule(&self, mv: &Move, number: usize) -> String {
        let begun = Move { choices: mv.choices.first(number), ..mv.clone() };
        let reference = Reference::of(self.play.program().arena());
        let line = reference.effect_that_asks(self.play.board(), &begun);
        let sentence =
            line.and_then(|line| sentences::effects(self.play.rules()).into_iter().nth(line));
        sentence.unwrap_or_else(|| "Which one?".to_owned())
    }

    fn shared_captures(&self, group: &[usize]) -> BTreeSet<Site> {
        let of = |&number: &usize| self.legal[number].captures.iter().copied().collect();
        let sets = group.iter().map(of);
        sets.reduce(|a: BTreeSet<Site>, b| &a & &b).unwrap_or_default()
    }

    /// The value of a property, if it is the same for all moves.
    fn shared<K: PartialEq>(&self, group: &[usize], key: impl Fn(&Move) -> K) -> Option<K> {
        let (first, rest) = group.split_first()?;
        let value = key(&self.legal[*first]);
        rest.iter().all(|&number| key(&self.legal[number]) == value).then_some(value)
    }

    /// How the board looks after the parts that all moves of `group` have in common: pieces that
    /// have moved, cells that are empty now, and pieces that are new.
    fn changes(&self, group: &[usize]) -> Map<String, Value> {
        let side = self.play.board().side;
        let picture = |site: Site, kind: KindId| {
            let (glyph, badge) = glyph(&self.arena.rules, kind, side);
            let name = self.kind_name(kind);
            json!({ "cell": self.name(site), "kind": name, "glyph": glyph, "badge": badge })
        };
        let mut moved: Vec<[String; 2]> = Vec::new();
        let mut new: Vec<Value> = Vec::new();
        let way = self.shared(group, |mv| (mv.actor, mv.from, mv.to));
        let promotion = self.shared(group, |mv| mv.promotion).flatten();
        if let Some((actor, from, to)) = way {
            match actor {
                Actor::Piece if from != to => moved.push([self.name(from), self.name(to)]),
                Actor::Hand(kind) => new.push(picture(to, promotion.unwrap_or(kind))),
                Actor::Piece | Actor::Section(..) | Actor::Die(..) | Actor::Nobody => {}
            }
            if let Some(kind) = promotion.filter(|_| actor == Actor::Piece) {
                new.push(picture(to, kind));
            }
        }
        if let Some(Some((from, to))) = self.shared(group, |mv| mv.partner) {
            moved.push([self.name(from), self.name(to)]);
        }
        for number in 0..MAX_CHOICES {
            let choice = self.shared(group, |mv| mv.choices.iter().nth(number)).flatten();
            match choice {
                Some(Choice::Taken(Some(kind), Some(site))) => new.push(picture(site, kind)),
                Some(Choice::Taken(..) | Choice::Carried(_) | Choice::Declined) => {}
                None => break,
            }
        }
        let gone: Vec<String> =
            self.shared_captures(group).into_iter().map(|site| self.name(site)).collect();
        let mut changes = Map::new();
        if !moved.is_empty() {
            changes.insert("moved".to_owned(), json!(moved));
        }
        if !gone.is_empty() {
            changes.insert("gone".to_owned(), gone.into());
        }
        if !new.is_empty() {
            changes.insert("new".to_owned(), new.into());
        }
        changes
    }
}
