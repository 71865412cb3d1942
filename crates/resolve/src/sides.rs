//! Reads and writes `sides`, `allies`, `eliminated`, `teams lose` and `winner`.
//!
//! Directions are read at the end, because only then the board is known.

use crate::context::What;
use crate::draft::Draft;
use crate::draft::rules::{SideDraft, SidesDraft, stranger};
use alfil_diagnostics::diagnostic::{Code, Help, Report, did_you_mean};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::effect::Deed;
use alfil_rules::look::{Dye, Estate, Leaving, Player, TeamLoss, Winner};
use alfil_rules::outcome::POINTS;
use alfil_rules::question::Question;
use alfil_rules::ruleset::{Duty, Owner, Ruleset};
use alfil_rules::side::{ByColor, BySide, MOST_SIDES, Side, SideSet, Sides};
use alfil_rules::sight::Sight;
use alfil_rules::space::Lattice;
use alfil_rules::turn::{EnPassant, Growth};
use alfil_syntax::definition::Definition;
use alfil_syntax::notation::parse;
use alfil_syntax::sides::SideText;
use alfil_syntax::write::{Map, Yaml};

/// The colours of sides whose names are not colours.
const DYES: [Dye; MOST_SIDES] = [Dye::Red, Dye::Blue, Dye::Yellow, Dye::Green];

/// The directions that may be forward on squares, with their headings.
const SQUARE: [(&str, u8); 4] = [("up", 0), ("right", 2), ("down", 4), ("left", 6)];

/// The directions that may be forward on hexagons, with their headings. These are the directions to
/// neighbours, because turning the board onto another one would not map cells onto cells.
const HEXAGONAL: [(&str, u8); 6] =
    [("up", 0), ("up right", 2), ("down right", 4), ("down", 6), ("down left", 8), ("up left", 10)];

/// Lays the sides of a file over the draft.
pub(crate) fn apply(file: &Definition, draft: &mut Draft, found: &mut Report) {
    if let Some(said) = &file.sides {
        let sides: Vec<SideDraft> = said.each.iter().filter_map(|side| one(side, found)).collect();
        let whole = sides.len() == said.each.len();
        draft.sides = SidesDraft::default();
        draft.broken.sides = !(whole && are_good(&sides, said.span, found));
        if !draft.broken.sides {
            draft.sides.each = sides;
        }
    }
    if let Some(said) = file.allies.as_ref().filter(|_| !draft.broken.sides) {
        let teams = teams(&said.0, &draft.sides.each, found);
        draft.broken.sides = teams.is_none();
        draft.sides.teams = teams.unwrap_or_default();
        draft.sides.loss = draft.sides.loss.filter(|_| !draft.sides.teams.is_empty());
    }
    draft.sides.estate = file.eliminated.or(draft.sides.estate);
    draft.sides.loss = file.teams_lose.or(draft.sides.loss);
    draft.sides.winner = file.winner.or(draft.sides.winner);
}

fn one(said: &SideText, found: &mut Report) -> Option<SideDraft> {
    let SideText { name, body } = said;
    // White and Black are words of questions, but no question names a side of such a game.
    let is_colour = matches!(name.value.as_str(), "white" | "black");
    if !parse::is_name(&name.value) && !is_colour {
        let title = format!("`{}` cannot be the name of a side", name.value);
        found
            .at(Code::BadSides, name.span, title, "no name")
            .because("the name of a side is one word, without spaces")
            .help("use letters, such as `red`");
        return None;
    }
    let letter = match &body.letter {
        None => name.value.chars().next()?.to_lowercase().next()?,
        Some(text) => {
            let mut chars = text.text().chars();
            match (chars.next(), chars.next()) {
                (Some(letter), None) if letter.is_lowercase() => letter,
                _ => {
                    let title = format!("`{}` cannot be the letter of a side", text.text());
                    found
                        .at(Code::BadSides, text.span(), title, "expected one small letter")
                        .help("write one letter, such as `r`");
                    return None;
                }
            }
        }
    };
    let forward = body.forward.as_ref();
    let forward = forward.map(|text| Spanned::new(text.text().trim().to_owned(), text.span()));
    let dye = body.colour.map(|dye| dye.value);
    Some(SideDraft { name: name.clone(), letter, forward, dye })
}

/// Reports a wrong number of sides, and names and letters that occur twice.
fn are_good(sides: &[SideDraft], span: Span, found: &mut Report) -> bool {
    if !(3..=MOST_SIDES).contains(&sides.len()) {
        let title = format!("`sides` has {} names", sides.len());
        found
            .at(Code::BadSides, span, title, "expected three or four sides")
            .because("a game without `sides` has White and Black")
            .help(match sides.len() {
                2 => "remove `sides`; for two sides with other names, write `look: {sides: [Red, Blue]}`",
                _ => "name three or four sides, such as `[red, blue, yellow, green]`",
            });
        return false;
    }
    for (number, side) in sides.iter().enumerate() {
        let before = &sides[..number];
        if before.iter().any(|other| other.name.value == side.name.value) {
            let title = format!("two sides have the name `{}`", side.name.value);
            found
                .at(Code::BadSides, side.name.span, title, "the same name")
                .help("give each side a different name");
            return false;
        }
        if let Some(other) = before.iter().find(|other| other.letter == side.letter) {
            let (one, two) = (&other.name.value, &side.name.value);
            let title = format!("`{one}` and `{two}` have the same letter `{}`", side.letter);
            found
                .at(Code::BadSides, side.name.span, title, "the same letter")
                .because("a position writes the letter of the side before each piece: `rK`")
                .help(format!("give one of them another letter: `{two}: {{letter: x}}`"));
            return false;
        }
    }
    true
}

/// Reads the teams. `None` if one has an error.
fn teams(
    said: &[Vec<Spanned<String>>],
    sides: &[SideDraft],
    found: &mut Report,
) -> Option<Vec<SideSet>> {
    let mut teams: Vec<SideSet> = Vec::new();
    for names in said {
        let mut team = SideSet::NONE;
        for name in names {
            let Some(number) = sides.iter().position(|side| side.name.value == name.value) else {
                let words: Vec<String> = sides.iter().map(|side| side.name.value.clone()).collect();
                found.push(stranger(&name.value, name.span, &words));
                return None;
            };
            let side = SideSet::of(Side::ALL[number]);
            if side.within(team) || teams.iter().any(|team| side.within(*team)) {
                let title = format!("`{}` is in two teams", name.value);
                found
                    .at(Code::BadSides, name.span, title, "named again")
                    .help("name each side once");
                return None;
            }
            team = team.and(side);
        }
        let Some(first) = names.first() else { continue };
        if team.count() == sides.len() {
            let title = "all sides are allies, so no side could lose";
            found
                .at(Code::BadSides, first.span, title, "one team of all")
                .help("remove at least one side from the team");
            return None;
        }
        if team.count() == 1 {
            let title = format!("`{}` is alone in a team", first.value);
            found
                .at(Code::BadSides, first.span, title, "a team needs two sides")
                .help("remove it: a side without a team plays alone");
            return None;
        }
        teams.push(team);
    }
    Some(teams)
}

/// Adds the sides to the rules.
pub(crate) fn finish(draft: &Draft, rules: &mut Ruleset, found: &mut Report) {
    let SidesDraft { each, teams, estate, loss, winner } = &draft.sides;
    let idle = |span: Span, what: &str, why: &str, found: &mut Report| {
        found
            .at(Code::BadSides, span, format!("`{what}` changes nothing"), why)
            .help(format!("remove `{what}`"));
    };
    let said = !draft.broken.sides;
    if let Some(estate) = estate.filter(|_| said && each.is_empty()) {
        idle(estate.span, "eliminated", "with two sides, a loss ends the game", found);
    }
    if let Some(loss) = loss.filter(|_| said && teams.is_empty()) {
        idle(loss.span, "teams lose", "there are no teams", found);
    }
    if let Some(winner) = winner.filter(|_| said && each.is_empty()) {
        idle(winner.span, "winner", "with two sides, a loss ends the game", found);
    }
    if each.is_empty() || draft.broken.sides {
        return;
    }
    let by_points = winner.filter(|winner| winner.value == Winner::MostPoints);
    if let Some(winner) = by_points.filter(|_| !draft.counters.iter().any(|name| name == POINTS)) {
        found
            .at(
                Code::BadSides,
                winner.span,
                "no side can get points",
                "there is no counter `points`",
            )
            .help(format!(
                "add an effect that counts them, such as `when capturing then count {POINTS}`"
            ));
    }
    let lattice = &rules.space.lattice;
    let directions: &[(&str, u8)] = match lattice {
        Lattice::Hexagon(_) => &HEXAGONAL,
        Lattice::Grid { .. }
        | Lattice::Layers { .. }
        | Lattice::Net(_)
        | Lattice::Plane { .. }
        | Lattice::Sphere { .. } => &SQUARE,
    };
    let players = each.iter().zip(Side::ALL).map(|(side, number)| {
        let forward = match &side.forward {
            None => unsaid(number, each.len(), lattice),
            Some(word) => {
                direction(word, directions, found).unwrap_or(unsaid(number, each.len(), lattice))
            }
        };
        let name = &side.name.value;
        Player {
            name: name.clone(),
            title: side.title(),
            letter: side.letter,
            forward,
            dye: side.dye.or(Dye::from_word(name.as_str())).unwrap_or(DYES[number as usize]),
            span: side.name.span,
        }
    });
    rules.players = players.collect();
    let dye = |side: Side| rules.players.get(side as usize).map_or(Dye::White, |player| player.dye);
    let dyes = Some(BySide::from_fn(dye));
    rules.look.dyes = dyes;
    let title = |side: Side| rules.players.get(side as usize).map(|player| player.title.clone());
    rules.look.sides = Some(BySide::from_fn(|side| title(side).unwrap_or_default()));
    let letter = |side: Side| rules.players.get(side as usize).map_or(' ', |player| player.letter);
    let owners = Some(BySide::from_fn(letter));
    for kind in rules.kinds.iter_mut() {
        kind.dress.dyes = dyes;
        kind.dress.owners = owners;
    }
    rules.sides = Sides::new(each.len(), teams);
    rules.leaving = Leaving {
        pieces: estate.map_or(Estate::default(), |estate| estate.value),
        team: loss.map_or(TeamLoss::default(), |loss| loss.value),
        winner: winner.map_or(Winner::default(), |winner| winner.value),
    };
    only_for_two(draft, rules, found);
    if rules.setup.many.is_none() && draft.setup.is_some() {
        let count = rules.sides.count();
        let title = format!("the start position is for two sides, but the game has {count}");
        found
            .at(Code::BadSides, rules.players[0].span, title, "which pieces are where?")
            .because("for more than two sides, positions are written in FEN4")
            .help("write `setup:` with pieces of all sides, such as `rK` and `bK`");
    }
}

/// The direction of a side without `forward`: around the board, clockwise from up. Four sides on
/// hexagons face each other in pairs.
fn unsaid(side: Side, count: usize, lattice: &Lattice) -> u8 {
    match lattice {
        Lattice::Hexagon(_) if count == 3 => 4 * side as u8,
        Lattice::Hexagon(_) => [0, 4, 6, 10][side as usize],
        Lattice::Grid { .. }
        | Lattice::Layers { .. }
        | Lattice::Net(_)
        | Lattice::Plane { .. }
        | Lattice::Sphere { .. } => 2 * side as u8,
    }
}

fn direction(word: &Spanned<String>, directions: &[(&str, u8)], found: &mut Report) -> Option<u8> {
    let known = || directions.iter().map(|(word, _)| *word);
    let heading = directions.iter().find(|(known, _)| *known == word.value).map(|d| d.1);
    if heading.is_none() {
        let title = format!("`{}` is not a direction of this board", word.value);
        let all = known().collect::<Vec<_>>().join(", ");
        let help = match did_you_mean(&word.value, known()) {
            Some(near) => Help::did_you_mean(near),
            None => Help::from("choose one of these"),
        };
        found.at(Code::BadSides, word.span, title, format!("expected {all}")).help(help);
    }
    heading
}

/// Reports what only two sides can have.
fn only_for_two(draft: &Draft, rules: &Ruleset, found: &mut Report) {
    let count = rules.sides.count();
    let whole = rules.players[0].span;
    let mut refuse = |span: Span, what: &str| {
        let title = format!("{what} in a game with {count} sides");
        found
            .at(Code::TwoSidesOnly, span, title, "only two sides can have this")
            .help("remove it, or remove `sides`");
    };
    let place = rules.space.span;
    match &rules.space.lattice {
        Lattice::Plane { .. } | Lattice::Sphere { .. } => return refuse(place, "a plane"),
        Lattice::Net(_) => refuse(place, "a board of linked cells"),
        Lattice::Grid { .. } | Lattice::Layers { .. } | Lattice::Hexagon(_) => {}
    }
    if let Some(section) = rules.space.sections.first() {
        refuse(section.span, "a section that moves");
    }
    if let Some(sight) = draft.sight.filter(|sight| sight.value != Sight::Everything) {
        refuse(sight.span, "hidden pieces");
    }
    if let Some(shuffle) = &rules.shuffle {
        refuse(shuffle.span, "a shuffled start");
    }
    if let Some(bag) = rules.dice.iter().find(|die| die.is_bag()) {
        refuse(bag.name.span, "a bag");
    }
    let turn = draft.turn.said.unwrap_or(whole);
    let ByColor([first, second]) = &rules.turn.series;
    if first != second {
        refuse(turn, "`white` or `black` in `turn`");
    }
    // Sides that are out have no turns, so the number of a turn does not follow from the round.
    if first.growth == Growth::OneMoreEachTurn {
        refuse(turn, "`one more each turn`");
    }
    // Other enemies may still capture in passing later.
    if rules.turn.passant != EnPassant::AnyStep {
        refuse(turn, "`en passant` in the first steps alone");
    }
    for kind in rules.kinds.iter() {
        match kind.owner {
            Owner::Side => {}
            Owner::Nobody => refuse(kind.name.span, "a kind that belongs to no side"),
            Owner::Both => refuse(kind.name.span, "a kind that belongs to both sides"),
        }
        for rule in kind.promotions.iter().filter(|rule| rule.duty == Duty::Wait) {
            refuse(rule.span, "a promotion that waits");
        }
    }
    for (word, span) in rules.strengths() {
        refuse(span, &format!("`{word}`"));
    }
    let colour = |question: &Question| {
        let is_colour = |q: &Question| matches!(q, Question::Plays(_));
        question.any(&is_colour)
    };
    let steps = rules.turn.questions();
    let plain = rules.asked.iter().chain(&rules.duties).chain(steps);
    let plain = plain.map(|asked| (&asked.value, asked.span));
    let ends = rules.ends.goals.iter().chain(&rules.ends.claims);
    let effects = rules.effects.iter();
    let all = plain
        .chain(ends.map(|asked| (&asked.question, asked.span)))
        .chain(effects.filter_map(|effect| Some((effect.question.as_ref()?, effect.span))));
    for (_, span) in all.filter(|(question, _)| colour(question)) {
        refuse(draft.sentences.question(span, &colour), "a question about White or Black");
    }
    let changes = |deed: &Deed| matches!(deed, Deed::ChangesSide(_));
    for effect in rules.effects.iter().filter(|effect| effect.deeds.iter().any(changes)) {
        let is_change = |what: &What| matches!(what, What::Deed(deed) if changes(deed));
        refuse(draft.sentences.part(effect.span, &is_change), "a change of sides");
    }
}

/// Adds `sides`, `allies`, `eliminated`, `teams lose` and `winner` to `file`.
pub(crate) fn write(rules: &Ruleset, draft: &SidesDraft, file: &mut Map) {
    if rules.players.is_empty() {
        return;
    }
    let names: Vec<&str> = draft.names().collect();
    let side = |(player, said): (&Player, &SideDraft)| {
        let mut keys = Map::default();
        keys.put_some("forward", said.forward.as_ref().map(|word| &word.value));
        keys.put("letter", player.letter.to_string());
        keys.put("colour", player.dye.word());
        (player.name.clone(), keys.in_braces())
    };
    let sides = rules.players.iter().zip(&draft.each).map(side);
    file.put("sides", sides.collect::<Map>().in_braces());
    if !draft.teams.is_empty() {
        let names = |team: &SideSet| {
            Yaml::list(team.into_iter().map(|side| names[side as usize]).collect::<Vec<_>>())
        };
        file.put("allies", Yaml::list(draft.teams.iter().map(names)));
    }
    if rules.leaving.pieces != Estate::default() {
        file.put("eliminated", rules.leaving.pieces.word());
    }
    if rules.leaving.team != TeamLoss::default() {
        file.put("teams lose", rules.leaving.team.word());
    }
    if rules.leaving.winner != Winner::default() {
        file.put("winner", rules.leaving.winner.word());
    }
}
