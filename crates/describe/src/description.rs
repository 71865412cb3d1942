//! Describes a game in words, for `show` and `rules`: paragraphs with headings, and how each kind
//! moves. The commands decide on the layout.

use alfil_play::game::Game;
use alfil_render::classes::{self, FirstMoves, capital};
use alfil_rules::condition::{Area, Condition, Place, PlaceKind};
use alfil_rules::goal::{Event, Goal, Verdict};
use alfil_rules::ids::KindId;
use alfil_rules::look::Form;
use alfil_rules::movement::{Action, Movement, Term};
use alfil_rules::plane::{Body, BodyPart, Figure, Friends, KingPath, PlaneRules, Point};
use alfil_rules::ruleset::{Blocking, Kind, Owner, Royalty, Ruleset};
use alfil_rules::setup::Arrays;
use alfil_rules::side::Side;
use alfil_rules::space::Lattice;
use alfil_text::conditions::{self, Counted};
use alfil_text::lexicon::Lexicon;
use alfil_text::{board, castling, explain as english, hands, sentences, sides, turn};

/// The description of a game in words.
pub struct Description {
    /// The kinds, except for reverting ones, which move like the kind with the same name.
    pub pieces: Vec<PieceDescription>,
    /// The other rules, each part with a heading and a text.
    pub parts: Vec<(&'static str, String)>,
}

/// The description of a kind in words.
pub struct PieceDescription {
    pub id: KindId,
    pub letter: String,
    /// The name, with `royal` or `unowned`, and the symbol: `King, royal`.
    pub name: String,
    /// The body, on a plane.
    pub body: Option<String>,
    /// The movement as pairs of a heading and a text. The headings are classes of cells, if the
    /// movement depends on the cell. What is the same on all cells comes first, without a heading.
    pub moves: Vec<(String, String)>,
    /// How the attacks differ from the captures of the movement, if they do.
    pub attacks: Option<Attacks>,
    pub promotes: Vec<String>,
}

/// How the attacks of a piece differ from its captures.
pub struct Attacks {
    /// A sentence. It ends with a colon if `moves` follow.
    pub said: String,
    /// The movement by which it attacks, as for moves; often empty.
    pub moves: Vec<(String, String)>,
}

impl Description {
    /// Describes `game`.
    pub fn of(game: &Game) -> Description {
        let rules = game.rules();
        let kinds = rules.kinds.enumerate().filter(|(_, kind)| !is_twin(kind));
        let pieces = kinds.map(|(id, kind)| man(game, id, kind)).collect();
        let mut parts = match rules.space.lattice.plane() {
            Some(size) => plane(rules, size),
            None => whole(rules),
        };
        let named = sentences::named(rules);
        if !named.is_empty() {
            parts.insert(0, ("Words", named.join(" ")));
        }
        parts.extend(shuffled(game).map(|text| ("Starts", text)));
        if !rules.dice.is_empty() {
            parts.push(("Dice", conditions::sentences(rules).join(" ")));
        }
        let seen = sentences::sentences(rules);
        if !seen.is_empty() {
            parts.push(("Sight", seen.join(" ")));
        }
        parts.push(if rules.sides.are_two() {
            ("Turn", turn::sentences(rules).join(" "))
        } else {
            ("Sides", sides::sentences(rules).join(" "))
        });
        if !rules.sides.are_two() && !rules.turn.is_plain() {
            parts.push(("Turn", turn::sentences(rules).join(" ")));
        }
        for (head, said) in [
            ("Legal", sentences::asked(rules)),
            ("Duty", sentences::duties(rules)),
            ("Effects", sentences::effects(rules)),
            ("Goals", sentences::goals(rules)),
        ] {
            if !said.is_empty() {
                parts.push((head, said.join(" ")));
            }
        }
        parts.push(("Ends", ends(rules)));
        let mut description = Description { pieces, parts };
        let enemies = sides::enemies(rules).filter(|_| description.text().contains("the enemy"));
        let part = description.parts.iter_mut().find(|(head, _)| *head == "Sides");
        if let (Some(enemies), Some((_, said))) = (enemies, part) {
            *said += &format!(" {enemies}");
        }
        description
    }

    /// All texts together. Callers use it to find words that need an explanation, such as names of
    /// shades.
    pub fn text(&self) -> String {
        let attacks = |man: &'_ PieceDescription| {
            let attacks = man.attacks.iter();
            attacks.flat_map(|attacks| &attacks.moves).cloned().collect::<Vec<_>>()
        };
        let of_men = self.pieces.iter().flat_map(|man| [man.moves.clone(), attacks(man)].concat());
        let of_men = of_men.map(|(head, text)| format!("{head} {text}"));
        let of_parts = self.parts.iter().map(|(_, text)| text.clone());
        of_men.chain(of_parts).collect::<Vec<_>>().join(" ")
    }
}

/// Returns true for the kind of promoted pieces that revert. It moves like the kind with the same
/// name.
pub fn is_twin(kind: &Kind) -> bool {
    kind.letter.form() == Form::Reverting
}

fn man(game: &Game, id: KindId, kind: &Kind) -> PieceDescription {
    let rules = game.rules();
    let royal = match kind.royal {
        Royalty::No => "",
        Royalty::Each => ", royal",
        Royalty::All => ", royal: in check when all of them are attacked",
        Royalty::Last => ", royal once it is the last one",
    };
    let owner = match kind.owner {
        Owner::Side => "",
        Owner::Nobody => ", nobody's",
        Owner::Both => ", both sides'",
    };
    let blocks = match kind.blocks.value {
        Blocking::Blocks => "",
        Blocking::Open => ", which does not block: moves pass it as if its cell were empty",
    };
    let symbol = kind.symbol.as_ref().map(|symbol| match &symbol.signs.0 {
        [white, black] if white == black => format!(", {white} in pictures"),
        [white, black] => format!(", {white} or {black} in pictures"),
    });
    PieceDescription {
        id,
        letter: kind.letter.to_string(),
        name: format!(
            "{}{royal}{owner}{blocks}{}",
            capital(&kind.name.value),
            symbol.unwrap_or_default()
        ),
        body: body(game, id),
        moves: movement(game, id, &kind.moves, Described::Moves),
        attacks: match &kind.attacks {
            Some(attacks) => Some(own_attacks(game, id, kind, attacks)),
            None => freer_attacks(game, id, kind).map(|moves| as_if_moved(rules, moves)),
        },
        promotes: kind.promotions.iter().map(|rule| hands::sentence(rule, rules)).collect(),
    }
}

/// Attacks that are described as moves.
fn as_if_moved(rules: &Ruleset, moves: Vec<(String, String)>) -> Attacks {
    Attacks { said: format!("It {} as if it had this movement:", attack_verb(rules)), moves }
}

/// The verb for attacks. Check is mentioned only in games with royal pieces.
fn attack_verb(rules: &Ruleset) -> &'static str {
    if has_check(rules) { "attacks, and gives check," } else { "attacks" }
}

fn has_check(rules: &Ruleset) -> bool {
    rules.kinds.iter().any(|kind| kind.royal.is_royal())
}

/// The attacks of a piece that has some of its own.
fn own_attacks(game: &Game, id: KindId, kind: &Kind, attacks: &Movement) -> Attacks {
    let rules = game.rules();
    let alone = |said: String| Attacks { said, moves: Vec::new() };
    if !attacks.terms.iter().any(captures) {
        let checks = if has_check(rules) { " and gives no check" } else { "" };
        return alone(format!("It attacks nothing{checks}."));
    }
    // Cells that moves avoid and attacks do not, as in `N; only when not to g4`.
    match avoided(&kind.moves, attacks) {
        Some(area) => {
            let area = conditions::noun(area, &rules.zones, Counted::IT);
            let checks = if has_check(rules) { ", and gives check there" } else { "" };
            alone(format!("It still attacks {area}{checks}."))
        }
        None => as_if_moved(rules, movement(game, id, attacks, Described::Attacks)),
    }
}

/// The area to which no capture of `moves` may lead, if `attacks` are these captures without that
/// restriction.
fn avoided<'m>(moves: &'m Movement, attacks: &Movement) -> Option<&'m Area> {
    let taking = |movement: &'m Movement| movement.terms.iter().filter(|term| captures(term));
    let own = || attacks.terms.iter().filter(|term| captures(term));
    if taking(moves).count() != own().count()
        || !moves.asked.is_empty()
        || !attacks.asked.is_empty()
    {
        return None;
    }
    let area = |(term, attack): (&'m Term, &Term)| {
        let (last, rest) = match &term.when {
            Condition::All(parts) => parts.split_last()?,
            one => (one, &[][..]),
        };
        let rest = rest.iter().cloned().fold(Condition::Always, Condition::and);
        let Condition::Not(inner) = last else { return None };
        let Condition::End(Place { kind: PlaceKind::In(area), .. }) = &**inner else { return None };
        (rest == attack.when && term.action == attack.action).then_some(area)
    };
    let mut areas = taking(moves).zip(own()).map(area);
    let first = areas.next()??;
    areas.all(|other| other == Some(first)).then_some(first)
}

/// The attacks of a piece, if a restriction on moves excludes captures but not attacks. For
/// example, a knight that can never move still gives check. `None` if there is no such restriction.
fn freer_attacks(game: &Game, id: KindId, kind: &Kind) -> Option<Vec<(String, String)>> {
    let (Game::Board(board), rules) = (game, game.rules()) else { return None };
    if rules.every_attack == rules.every_move {
        return None;
    }
    let arena = board.arena();
    let classes = classes::of(arena, &kind.moves, id, Side::White, FirstMoves::Together);
    let captures = |terms: &[Term]| terms.iter().filter(|term| captures(term)).count();
    let is_bound = |class: &classes::Class| {
        let possible = classes::possible(arena, id, Side::White, class);
        captures(&possible) < captures(&class.terms)
    };
    let bound = classes.iter().any(is_bound);
    bound.then(|| movement(game, id, &kind.moves, Described::Attacks))
}

/// The body of a piece, if it is not the default disc.
fn body(game: &Game, id: KindId) -> Option<String> {
    let Game::Plane(program) = game else { return None };
    match &program.kind(id).body {
        Body::Disc(radius) if *radius == game.rules().plane.radius => None,
        Body::Disc(radius) => Some(format!("It covers a disc of radius {radius}.")),
        Body::Parts(parts) => {
            let parts: Vec<String> = parts.iter().map(body_part).collect();
            Some(format!(
                "It covers {}. It faces in a direction, and the bearings here are relative to it: 90 degrees is straight \
                 ahead. In texts of moves, bearings are as for all pieces.",
                parts.join(", and ")
            ))
        }
    }
}

/// A part of a body, as in `the polygon with corners at ... around its centre`.
fn body_part(part: &BodyPart) -> String {
    let around = if part.at == Point::default() {
        "around its centre".to_owned()
    } else {
        format!("around {} (to its right, forward)", part.at)
    };
    match &part.figure {
        Figure::Disc(radius) => format!("a disc of radius {radius} {around}"),
        Figure::Capsule { length, width } => {
            format!("a capsule {length} long, along its axis, and {width} wide {around}")
        }
        Figure::Ellipse { length, width } => {
            format!("an ellipse {length} long, along its axis, and {width} wide {around}")
        }
        Figure::Polygon(corners) => {
            let corners: Vec<String> = corners.iter().map(Point::to_string).collect();
            format!(
                "the polygon with corners at {} (to its right, forward) {around}",
                corners.join(" ")
            )
        }
    }
}

/// Whether a text describes moves or attacks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Described {
    Moves,
    Attacks,
}

fn movement(
    game: &Game,
    id: KindId,
    movement: &Movement,
    told: Described,
) -> Vec<(String, String)> {
    let rules = game.rules();
    let classes = match game {
        Game::Board(board) => {
            classes::of(board.arena(), movement, id, Side::White, FirstMoves::Together)
        }
        Game::Plane(program) => {
            let kind = program.kind(id);
            let motions = if told == Described::Moves { &kind.moves } else { &kind.attacks };
            let extent = program.surface().extent();
            let phrase = |when: &Condition| conditions::on_plane(when, &rules.zones);
            let turning = || turning(&rules.plane);
            let turning = (kind.turns && told == Described::Moves).then(turning);
            let classes = classes::on_plane(motions, rules).into_iter();
            let told = classes.map(|class| {
                let mut said: Vec<String> = Vec::new();
                let all = class.terms.sentences(extent, phrase);
                for sentence in all.into_iter().chain(turning.clone()) {
                    if !said.contains(&sentence) {
                        said.push(sentence);
                    }
                }
                (Heading::of(&class, "It cannot move."), said)
            });
            return by_class(told.collect());
        }
    };
    let words = Lexicon::of(rules);
    let told = |class: &classes::Class| {
        let terms = match (told, game) {
            (Described::Moves, Game::Board(board)) => {
                classes::possible(board.arena(), id, Side::White, class)
            }
            (Described::Moves, Game::Plane(_)) => class.terms.clone(),
            (Described::Attacks, _) => {
                class.terms.iter().filter(|term| captures(term)).cloned().collect()
            }
        };
        let moves = Movement { terms, asked: movement.asked.clone() };
        english::sentences(&moves, &words)
    };
    // Effects may still move a piece that has no moves, so the sentence does not say that it cannot
    // move.
    let nothing = |class: &classes::Class| {
        if class.terms.is_empty() { "It has no move of its own." } else { "It cannot move." }
    };
    let told = |class: &classes::Class| (Heading::of(class, nothing(class)), told(class));
    by_class(classes.iter().map(told).collect())
}

/// The heading of a paragraph about a class of cells.
struct Heading {
    title: String,
    /// What the paragraph says if the piece has no moves there.
    nothing: &'static str,
    /// True if the title means all cells that no other title names.
    is_elsewhere: bool,
}

impl Heading {
    fn of<S, M>(class: &classes::Class<S, M>, nothing: &'static str) -> Heading {
        Heading { title: class.title.clone(), nothing, is_elsewhere: class.is_elsewhere() }
    }
}

/// The paragraphs for the sentences of some classes of cells. Sentences that are true of all
/// classes come first, without a heading; then each class with what only it has.
fn by_class(classes: Vec<(Heading, Vec<String>)>) -> Vec<(String, String)> {
    let everywhere =
        |said: &&String| classes.len() > 1 && classes.iter().all(|(_, all)| all.contains(*said));
    let common: Vec<String> = classes
        .first()
        .map(|(_, said)| said.iter().filter(everywhere).cloned().collect())
        .unwrap_or_default();
    let own = |all: &[String]| {
        let own = all.iter().filter(|said| !common.contains(said));
        own.map(String::as_str).collect::<Vec<_>>().join(" ")
    };
    // A class without a paragraph would belong to the cells elsewhere.
    let is_needed =
        classes.iter().any(|(heading, all)| heading.is_elsewhere && !own(all).is_empty());
    let paragraphs = classes.iter().filter_map(|(Heading { title, nothing, .. }, all)| {
        let own = own(all);
        let text = match (own.is_empty(), common.is_empty()) {
            (false, _) => own,
            (true, true) => (*nothing).to_owned(),
            (true, false) if is_needed => "It has no other move.".to_owned(),
            (true, false) => return None,
        };
        Some((title.clone(), text))
    });
    let shared = (!common.is_empty()).then(|| (String::new(), common.join(" ")));
    shared.into_iter().chain(paragraphs).collect()
}

/// Describes how pieces turn on their centre.
fn turning(plane: &PlaneRules) -> String {
    let least = plane.least_turn.get();
    let angles = if least > 0.0 {
        format!("{least} to {} degrees", 360.0 - least)
    } else {
        "more than 0 and less than 360 degrees".to_owned()
    };
    let touched = match plane.friends {
        Friends::Pass => "",
        Friends::Stop => " A friend ends the turn as soon as the body touches its centre.",
    };
    let at_least = if least > 0.0 {
        " If it covers an enemy before the least turn, it makes exactly the least turn, and captures the enemy if it \
             still covers it there."
    } else {
        ""
    };
    format!(
        "It may turn on its centre instead, either way round, by {angles}, as far as the first piece that it comes to \
         cover, which it captures if it is an enemy.{touched}{at_least}"
    )
}

/// Returns true if a term may capture.
fn captures(term: &Term) -> bool {
    match &term.action {
        Action::Walk(walk) => walk.legs.iter().any(|leg| leg.mode.capture),
        Action::Castle(_) | Action::Drop(_) => false,
    }
}

/// Describes the plane and how kings move on it.
fn plane(rules: &Ruleset, (across, height): (f64, f64)) -> Vec<(&'static str, String)> {
    let line = &rules.plane;
    let (sphere, depth) = (rules.space.lattice.sphere(), rules.space.lattice.depth());
    let mut plane = match (sphere, depth) {
        (Some(radius), _) => {
            format!("{} Bodies are discs of radius {}", board::sphere(radius, rules), line.radius)
        }
        (None, Some(depth)) => format!(
            "A box, {across} wide, {height} long and {depth} high; bodies are balls of radius {}",
            line.radius
        ),
        (None, None) => {
            format!("{across} wide and {height} high; bodies are discs of radius {}", line.radius)
        }
    };
    plane += &format!(" unless said otherwise. No move is shorter than {}.", line.least);
    if let Some(quantum) = line.quantum {
        plane += &format!(" Every distance is a multiple of {quantum}.");
    }
    if line.reach.get() < 1.0 {
        plane += &format!(
            " A move covers at most {} of the distance from the centre to the {}.",
            line.reach,
            if depth.is_some() { "wall in its direction" } else { "edge along its bearing" }
        );
    }
    let gluing = rules.space.lattice.plane_gluing();
    let joined = gluing.and_then(board::joined);
    plane.extend(joined.map(|sentence| format!(" {sentence}")));
    plane.extend(board::obstacles(rules).map(|sentence| format!(" {sentence}")));
    let path = match line.king_path {
        KingPath::Lenient => {
            "A royal piece passes no attacked point, but it may leave an attack in which it is. \
             Pieces that its move captures do not attack."
        }
        KingPath::Strict => "A royal piece passes no attacked point.",
    };
    let friends = match line.friends {
        Friends::Pass => "before it would cover a friend's centre,",
        Friends::Stop => {
            "at the first contact with a friend, even if it could pass: where its outline touches the friend's centre, or \
             the friend's outline its own,"
        }
    };
    let bearings = match depth {
        Some(_) => {
            let [white, black] = Side::BOTH.map(|side| rules.name_of(side));
            &format!(
                "Directions are three numbers in the mover's frame: 1,0,0 to its right, 0,1,0 forward and 0,0,1 up. \
                 {white}'s up leads away from the floor, and {black}'s away from the ceiling."
            )
        }
        None => "Bearings are degrees in the mover's frame, 0 to its right and 90 forward.",
    };
    let stops = format!(
        "{bearings} A piece covers what is strictly \
         nearer to its centre than its outline. A way that is not a leap ends {friends} or where it first covers an \
         enemy's. The move captures everything that it covers at the stop. No piece may stop where it covers a friend's centre, or \
         where a friend covers its own."
    );
    let head = if sphere.is_some() { "Sphere" } else { "Plane" };
    vec![(head, plane), ("Ways", stops), ("Check", path.to_owned())]
}

/// Describes the shuffled setup and the number of start positions. `None` if there is only one.
fn shuffled(game: &Game) -> Option<String> {
    let (starts, rules) = (game.starts()?, game.rules());
    let shuffle = rules.shuffle.as_ref()?;
    let each = Counted { own: "each side's", foe: "the other side's" };
    let cells = conditions::place(&shuffle.cells, &rules.zones, each);
    let sides = match shuffle.sides {
        Arrays::Alike => "alike for both sides",
        Arrays::Apart => "for each side by itself",
    };
    let count = starts.count();
    let number =
        starts.written().map_or(String::new(), |n| format!(", and the setup has number {n}"));
    Some(format!("The pieces {cells} are shuffled, {sides}: {count} starts{number}."))
}

/// Describes the rules of a board game that do not belong to a kind.
fn whole(rules: &Ruleset) -> Vec<(&'static str, String)> {
    let mut out = Vec::new();
    if let Lattice::Layers { layers, .. } = rules.space.lattice {
        out.push(("Board", format!("{layers} layers. {}", board::planes(rules))));
    }
    let castling = castling::sentences(rules);
    let castles = !castling.is_empty();
    if rules.every_move != Condition::Always {
        let when = conditions::condition(&rules.every_move, &rules.zones);
        let both = if castles { " In castling, this holds for both pieces." } else { "" };
        out.push(("Moves", format!("A piece moves only if it {when}.{both}")));
    }
    out.extend(sentences::attacks(rules).map(|text| ("Attack", text)));
    if castles {
        out.push(("Castling", castling.join(" ")));
    }
    if let Some(hand) = &rules.hand {
        out.push(("Hands", hands::sentences(hand, rules).join(" ")));
    }
    out
}

fn ends(rules: &Ruleset) -> String {
    let goals = &rules.ends;
    // In a game without check, readers may not know the word `stalemated`, so it is explained.
    let checks = has_check(rules);
    let stalemated = if checks { "stalemated" } else { "stalemated (has no legal move)" };
    let several = !rules.sides.are_two();
    let (mut mates, mut draws) = (Vec::new(), Vec::new());
    for Goal { event, verdict } in goals.iter() {
        let (drawn, verdict) = (verdict == Verdict::Draw, verdict.told());
        match event {
            // One of several sides cannot draw alone.
            Event::Checkmate | Event::Stalemate if several => {
                let met = if event == Event::Checkmate { "checkmated" } else { stalemated };
                mates.push(if drawn {
                    format!("The game is drawn when a side is {met}.")
                } else {
                    format!("A side that is {met} {verdict}.")
                });
            }
            Event::Checkmate => mates.push(format!("checkmated {verdict}")),
            Event::Stalemate => mates.push(format!("{stalemated} {verdict}")),
            Event::MoveLimit(n) if n % 2 == 0 => {
                draws.push(format!("{} moves of each side without progress", n / 2));
            }
            Event::MoveLimit(n) => draws.push(format!("{n} moves without progress")),
            Event::Repetition(n) => draws.push(format!("{n} occurrences of one position")),
            Event::Goal(_) | Event::Claim(_) | Event::LastSide => {}
        }
    }
    let mut said = match mates.as_slice() {
        [] => Vec::new(),
        mates if several => mates.to_vec(),
        mates => vec![format!("The side that is {}.", mates.join(", "))],
    };
    if goals.verdict(Event::Stalemate).is_none() {
        let check = if checks { " and is not in check" } else { "" };
        said.push(format!(
            "The game ends without a result when the side to move has no legal move{check}."
        ));
    }
    if !draws.is_empty() {
        said.push(format!("Drawn after {}.", draws.join(", or ")));
    }
    said.join(" ")
}

/// Joins names: `a`, `a or b`, `a, b or c`.
pub fn joined(names: &[&str], word: &str) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [init @ .., last] => format!("{} {word} {last}", init.join(", ")),
    }
}
