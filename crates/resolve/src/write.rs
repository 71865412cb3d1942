//! Writes a resolved game as one file without parents.
//!
//! Movements are written as the clauses from which they were built, in order. Reading these clauses
//! one after another gives the same movement as laying the files over each other. Clauses that a
//! later one replaces are left out. `shuffle.rs` writes sentences.

use crate::context::{Key, Read};
use crate::draft::rules::Sentences;
use crate::draft::{
    Draft, MovementString, Piece, Presence, Promotes, Restriction, Targets, Ways, ZoneWords,
};
use crate::question::{self, End};
use crate::resolution::Resolved;
use crate::shuffle::Wording;
use crate::{art, castling, dice, look, plane, promotion, setup, shuffle, sides, space, turn};
use alfil_diagnostics::diagnostic::{Code, Diagnostic};
use alfil_diagnostics::source::Spanned;
use alfil_rules::condition::Condition;
use alfil_rules::goal::{Asked, Event, Verdict};
use alfil_rules::hand::Immobile;
use alfil_rules::ids::KindId;
use alfil_rules::look::Men;
use alfil_rules::notation::{Group, NamedQuestion, Names};
use alfil_rules::question::Question;
use alfil_rules::ruleset::{Blocking, Duty, Owner, Supply};
use alfil_rules::side::ByColor;
use alfil_rules::sight::Sight;
use alfil_syntax::definition::EDITION;
use alfil_syntax::value::{Choice, Dialect, DroppedText, Edition, PromotedText};
use alfil_syntax::write::{Map, WIDTH, Yaml};

/// Writes the whole definition without parents and without tests. `alfil fmt` has nothing to change
/// in it.
///
/// # Errors
/// `mixed-dialects` if some of its movement strings must be read in one dialect and some in
/// another.
pub fn to_yaml(resolved: &Resolved) -> Result<String, Diagnostic> {
    let draft = &resolved.draft;
    let mut file = Map::default();
    file.put(EDITION, Edition::default().number().to_string());
    file.put("name", &resolved.title);
    file.put_lines("about", resolved.about.iter().map(|(key, text)| (key.clone(), text)).collect());
    if dialect(draft)? == Dialect::XBetza {
        file.put("dialect", "xbetza");
    }
    file.put("space", space::write(&resolved.ruleset.space));
    sides::write(&resolved.ruleset, &draft.sides, &mut file);
    file.put_lines("zones", zones(draft));
    if draft.men != Men::default() {
        file.put("men", draft.men.word());
    }
    file.put_lines("look", look::write(draft));
    vocabulary(&mut file, resolved);
    let kind = |kind: KindId| draft.pieces[kind].name.value.as_str();
    let named = draft.vocabulary.named();
    let wording = Wording { draft, names: names(draft, &kind, &named) };
    let piece = |piece: &Piece| (piece.name.value.clone(), written(piece, wording));
    file.put("pieces", draft.live().map(|(_, one)| piece(one)).collect::<Map>().in_lines());
    let said = &draft.sentences;
    restrictions(&mut file, wording);
    lines(&mut file, "must", said.duties.iter().map(|duty| wording.question(duty)));
    lines(&mut file, "effects", said.effects.iter().map(|effect| wording.effect(effect)));
    let list = |kinds: &[KindId]| kind_names(kinds, draft);
    let when = said.castling.as_ref().map(|asked| wording.keyed(asked));
    file.put_some("castling", castling::write(draft, list, when));
    plane::write(draft, &mut file);
    file.put_lines("hand", hand(wording));
    file.put_lines("dice", dice::write(draft));
    file.put_lines("turn", turn::write(list, wording));
    let start = &resolved.ruleset.setup;
    let mut text = setup::write(start, &resolved.ruleset);
    // A missing castling field is written as a dash. If a rule depends on which pieces have moved,
    // the dash says that castling pieces have moved, and `moved=-` takes that back.
    let says_less = start.castling.is_none() && start.moved.is_none();
    if says_less && resolved.ruleset.remembers_who_moved() {
        text += " moved=-";
    }
    match resolved.ruleset.sight {
        Sight::Everything => {}
        sight @ (Sight::Own | Sight::Reach | Sight::Umpire | Sight::Placing) => {
            file.put("sight", sight.word());
        }
    }
    if resolved.ruleset.sight == Sight::Umpire {
        lines(&mut file, "umpire tells", said.told.iter().map(|told| wording.told(told)));
    }
    file.put("setup", text);
    file.put_lines("shuffle", shuffle::write(wording));
    file.put_lines("ends", ends(wording));
    Ok(file.text(WIDTH))
}

/// The names in the sentences of a draft.
fn names<'d>(
    draft: &'d Draft,
    kind: &'d dyn Fn(KindId) -> &'d str,
    named: &'d [NamedQuestion],
) -> Names<'d> {
    let Draft { zones, counters, dice, .. } = draft;
    Names { kind, zones, counters, dice, named }
}

fn zones(draft: &Draft) -> Map {
    let areas = |words: &ZoneWords| match words {
        ZoneWords::Same(area) => area.into(),
        ZoneWords::Each(areas) if areas.iter().all(|(_, area)| *area == areas[0].1) => {
            (&areas[0].1).into()
        }
        ZoneWords::Each(areas) => {
            areas.iter().map(|(side, area)| (side.clone(), area)).collect::<Map>().in_lines()
        }
    };
    let zones = draft.zones.iter().zip(&draft.zone_words);
    zones.map(|(zone, words)| (zone.name.value.clone(), areas(words))).collect()
}

/// Writes the named sets of kinds and the named questions, which movements and sentences name.
fn vocabulary(file: &mut Map, resolved: &Resolved) {
    let rules = &resolved.ruleset;
    let called = |kind: &KindId| rules.kinds[*kind].name.value.clone();
    let group = |Group { name, kinds, of }: &Group| {
        let value = if of.is_empty() {
            Yaml::list(kinds.iter().map(called))
        } else {
            of.iter().map(called).zip(kinds.iter().map(called)).collect::<Map>().in_braces()
        };
        (name.value.clone(), value)
    };
    file.put_lines("groups", rules.groups.iter().map(group).collect());
    file.put_lines("questions", questions(&resolved.draft));
}

/// The named questions. Each may name only those above it.
fn questions(draft: &Draft) -> Map {
    let all = draft.vocabulary.named();
    let mut above = draft.clone();
    above.vocabulary.questions.clear();
    let mut map = Map::default();
    for (number, NamedQuestion { name, question }) in all.iter().enumerate() {
        let kind = |kind: KindId| above.pieces[kind].name.value.as_str();
        let wording = Wording { draft: &above, names: names(&above, &kind, &all[..number]) };
        let tree = draft.vocabulary.trees.get(&name.value).map(|tree| &**tree);
        map.put(name.value.clone(), wording.asked(tree, question, name.span));
        let own = draft.vocabulary.questions.iter().find(|own| own.name.value == name.value);
        above.vocabulary.questions.extend(own.cloned());
    }
    map
}

/// The dialect in which all movement strings keep their meaning.
fn dialect(draft: &Draft) -> Result<Dialect, Diagnostic> {
    let ways = draft.live().flat_map(|(_, p)| [Some(&p.moves), p.attacks.as_ref()]);
    let strings: Vec<&MovementString> = ways.flatten().flat_map(|w| &w.strings).collect();
    let needing = |dialect| strings.iter().find(|w| w.dialect == Some(dialect));
    match (needing(Dialect::Classic), needing(Dialect::XBetza)) {
        (_, None) => Ok(Dialect::Classic),
        (None, Some(_)) => Ok(Dialect::XBetza),
        (Some(classic), Some(xbetza)) => {
            let title = "one file cannot contain movement strings of two dialects";
            Err(Diagnostic::new(Code::MixedDialects, title).because(format!(
                "`{}` is written in classic, `{}` in xbetza",
                classic.text, xbetza.text
            )))
        }
    }
}

fn written(piece: &Piece, wording: Wording<'_>) -> Yaml {
    let mut keys = Map::default();
    keys.put("letter", piece.letter.value.to_string());
    keys.put_some("symbol", piece.symbol.as_ref().map(ToString::to_string));
    keys.put_some("figure", piece.figure.map(|figure| figure.word()));
    match &piece.art {
        None => {}
        Some(ByColor([white, black])) if white == black => {
            keys.put("picture", art::document(white));
        }
        Some(ByColor([white, black])) => {
            let sides = [("white", art::document(white)), ("black", art::document(black))];
            keys.put_lines("picture", sides.into_iter().collect());
        }
    }
    keys.put("moves", words(&piece.moves));
    keys.put_some("attacks", piece.attacks.as_ref().map(words));
    if piece.royal.is_royal() {
        keys.put("royal", Yaml::bare(piece.royal.word()));
    }
    if piece.worth != 1 {
        keys.put("worth", Yaml::bare(piece.worth));
    }
    if piece.owner.value != Owner::Side {
        keys.put("owner", piece.owner.value.word());
    }
    if piece.blocks.value == Blocking::Open {
        keys.put("blocks", Yaml::bare(piece.blocks.value.word()));
    }
    keys.put_some("body", piece.body.as_ref().map(|(_, words)| &words.value));
    if piece.turns {
        keys.put("turns", Yaml::bare(true));
    }
    let rule = |promotes: &Promotes| promotion(promotes, wording);
    match piece.promotes.as_slice() {
        [] => {}
        [promotes] => keys.put("promotes", rule(promotes)),
        several => keys.put("promotes", Yaml::lines(several.iter().map(rule))),
    }
    keys.in_lines()
}

fn promotion(promotes: &Promotes, wording: Wording<'_>) -> Yaml {
    let mut keys = Map::default();
    keys.put_some("at", promotes.at.as_ref().map(|(_, words)| words));
    keys.put_some("upon", promotion::occasion_words(promotes.on));
    if promotes.duty != Duty::Must {
        keys.put("may", promotes.duty.word());
    }
    match &promotes.to {
        Targets::Others => keys.put("to", "others"),
        Targets::Kinds(kinds) => keys.put("to", kind_names(kinds, wording.draft)),
    }
    if promotes.supply == Supply::Lost {
        keys.put("only", "lost");
    }
    keys.put_some("when", promotes.when.as_ref().map(|question| wording.question(question)));
    keys.in_lines()
}

fn words(ways: &Ways) -> String {
    ways.strings.iter().map(|w| w.text.as_str()).collect::<Vec<_>>().join("; ")
}

/// The names of the kinds that are not removed.
fn kind_names(kinds: &[KindId], draft: &Draft) -> Yaml {
    let here = kinds.iter().map(|&k| &draft.pieces[k]).filter(|p| p.presence == Presence::Here);
    Yaml::list(here.map(|p| &p.name.value))
}

fn restrictions(file: &mut Map, wording: Wording<'_>) {
    let Wording { draft, names } = wording;
    let text = |conditions: &mut dyn Iterator<Item = Condition>, asked: &[String]| {
        let conditions = conditions.map(|c| Question::Cells(c).notation(names));
        joined(&conditions.chain(asked.iter().cloned()).collect::<Vec<_>>())
    };
    let words = |r: &Restriction, asked: &[Spanned<Question>]| match asked {
        [] => joined(&r.parts.iter().map(|(_, words)| words.clone()).collect::<Vec<_>>()),
        asked => {
            let asked: Vec<String> = asked.iter().map(|q| q.value.notation(names)).collect();
            text(&mut r.parts.iter().map(|(c, _)| c.clone()), &asked)
        }
    };
    // The text of a single sentence, in the same form.
    let sentence = |question: Question| {
        let (condition, asked) = question::split(question);
        let asked: Vec<String> = asked.iter().map(|question| question.notation(names)).collect();
        let condition = Some(condition).filter(|condition| *condition != Condition::Always);
        text(&mut condition.into_iter(), &asked)
    };
    let every = words(&draft.every_move, &draft.sentences.asked);
    let attack = words(&draft.every_attack, &draft.sentences.attack);
    if !every.is_empty() {
        file.put("every move", wording.restriction(Key::EveryMove, every.clone(), sentence));
    }
    if attack.is_empty() && !every.is_empty() {
        file.put("attacks", "^");
    } else if attack != every {
        file.put("attacks", wording.restriction(Key::Attacks, attack, sentence));
    }
}

/// Questions that must all be true.
fn joined(parts: &[String]) -> String {
    match parts {
        [one] => one.clone(),
        parts => parts.iter().map(|part| format!("({part})")).collect::<Vec<_>>().join(" and "),
    }
}

fn hand(wording: Wording<'_>) -> Map {
    let (draft, mut keys) = (wording.draft, Map::default());
    let Some(hand) = &draft.hand else { return keys };
    keys.put("captured", hand.captured.word());
    if hand.promoted == PromotedText::Stay {
        keys.put("promoted", "stay");
    }
    keys.put_some("own captured", hand.own.as_ref().map(|own| own.word()));
    if !hand.supply.is_empty() {
        keys.put("supply", kind_names(&hand.supply, draft));
    }
    let when = draft.sentences.drops.as_ref();
    keys.put_some("when", when.map(|asked| wording.keyed(asked)));
    if hand.immobile == Immobile::Allowed {
        keys.put("immobile", Yaml::bare(true));
    }
    if let Some(dropped) = hand.dropped.filter(|said| said.value == DroppedText::MovesOn) {
        keys.put("dropped", dropped.value.word());
    }
    if !hand.no_mate.is_empty() {
        keys.put("no mate by", kind_names(&hand.no_mate, draft));
    }
    keys
}

fn ends(wording: Wording<'_>) -> Map {
    let (draft, mut keys) = (wording.draft, Map::default());
    let Sentences { goals, claims, .. } = &draft.sentences;
    end_lines(&mut keys, "goals", goals, |goal| wording.goal(goal, End::Goal));
    end_lines(&mut keys, "claims", claims, |claim| wording.goal(claim, End::Claim));
    for event in Event::ALL {
        let verdict = draft.verdict(event);
        if verdict.is_some() || event != Event::Repetition(4) {
            keys.put(event.ends_key(), Verdict::words(verdict));
        }
    }
    keys
}

/// Adds a list of goals or claims, unless it is empty.
fn end_lines(
    keys: &mut Map,
    key: &'static str,
    all: &[Read<Asked>],
    words: impl Fn(&Read<Asked>) -> String,
) {
    if all.iter().all(|asked| asked.because.is_none()) {
        return lines(keys, key, all.iter().map(words));
    }
    let line = |asked: &Read<Asked>| match &asked.because {
        None => words(asked).into(),
        Some(because) => Yaml::map([("sentence", words(asked)), ("because", because.clone())]),
    };
    keys.put(key, Yaml::lines(all.iter().map(line)));
}

/// Adds a list of sentences, unless it is empty.
fn lines(keys: &mut Map, key: &'static str, lines: impl Iterator<Item = String>) {
    let lines: Vec<String> = lines.collect();
    if !lines.is_empty() {
        keys.put(key, Yaml::lines(lines));
    }
}
