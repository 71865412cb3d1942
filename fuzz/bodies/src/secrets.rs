//! Fuzz target: two games that look alike to one side have the same answers for it.
//!
//! It takes a shipped game with any kind of sight, or a random one, and plays two games at once. One
//! side makes the same moves in both. The other side makes different ones, after which the first side
//! sees the same and hears the same. Then everything that the program says to this side must be the
//! same: views, pictures, moves, the answers of Studio, and the moves of the computer.
//!
//! Nothing is compared about the end of a game, after which both sides see everything.

use alfil::Workspace;
use alfil_diagnostics::diagnostic::has_errors;
use alfil_diagnostics::source::Sources;
use alfil_editor::Address;
use alfil_play::computer::{Computer, Limits};
use alfil_play::dice::Dice;
use alfil_play::game::Game;
use alfil_play::position::Position;
use alfil_render::drawing::Drawing;
use alfil_render::palette::Colour;
use alfil_resolve::resolution::resolve;
use alfil_rules::side::{Color, Side};
use alfil_rules::sight::Sight;
use alfil_studio::{Question, Studio};
use arbitrary::{Result, Unstructured};
use serde_json::{Value, json};

/// The most plies of a game.
const PLIES: usize = 28;

/// The most moves that are tried for a position that looks the same.
const ATTEMPTS: usize = 10;

/// The number of positions that the computer searches for a move.
const NODES: u64 = 400;

/// How often an answer is asked for again that differs. The lowest level of the computer has a limit of
/// time, which a busy machine may reach.
const REPEATS: usize = 4;

/// The width of a drawn position, in characters.
const WIDTH: usize = 80;

/// Movements of random games.
const MOVES: [&str; 18] = [
    "K",
    "Q",
    "R",
    "B",
    "N",
    "W",
    "fmW fceF ifmnD",
    "fmWfcF",
    "fmWfceF",
    "mRcpR",
    "nA nD F",
    "nN",
    "B; only when to ranks 1-3",
    "R; only when from ranks 1-4",
    "mQ cN",
    "iR K",
    "isO2 K",
    "mWcF",
];

/// Further rules of random games.
const RULES: [&str; 22] = [
    "castling: none\n",
    "counters: {hits: 5}\neffects: [when capturing then count hits]\n",
    "effects: [when promoting then count wishes]\n",
    "effects: [always count steps]\n",
    "every move: to ranks 1-6\n",
    "must: capturing\n",
    "must: moving pawn\n",
    "turn: {steps: [{}, {}]}\n",
    "turn: {steps: [{pieces: [pawn, knight]}, {may pass: true}]}\n",
    "turn: {steps: one more each turn, check ends the turn: true}\n",
    "dice: {die: [pawn, knight, queen]}\nturn: {steps: [{roll: die}, {moves: mover like die, may pass: true}]}\n",
    "dice: {coin: {values: [1, 2], lasts: until rolled again}}\nturn: {steps: [{roll: coin}, {}]}\n",
    "dice: {lots: {values: {pawn: 2, knight: 2}, put back: never}}\nturn: {steps: [{draw: lots}, {}]}\n",
    "shuffle: {cells: rank 1, sides: apart}\ncastling: none\n",
    "shuffle: {cells: rank 1, sides: alike}\ncastling: none\n",
    "umpire tells: in check\n",
    "questions: {heavy: enemy queen or enemy rook}\numpire tells: heavy\n",
    "hand: {captured: to captor}\npieces: {knight: {moves: ^; + @}, queen: {moves: ^; + @}}\n",
    "hand: {captured: to owner}\npieces: {knight: {moves: ^; + @}}\n",
    "pieces: {pawn: {promotes: {at: ranks 6-8, to: [queen, knight]}}}\n",
    "pieces: {rook: {moves: vQ}}\n",
    "effects: [when capturing then remove any but king at K of end]\n",
];

/// Setups with few pieces, so that games soon differ.
const SETUPS: [&str; 5] = [
    "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
    "rn2k1nr/1p1pp1p1/8/8/8/8/1P1PP1P1/RN2K1NR w KQkq - 0 1",
    "r1b1k2r/4p3/8/8/8/8/4P3/R1B1K2R w KQkq - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "rnbqk3/8/8/p1p1p3/3P1P1P/8/8/3QKBNR w - - 0 1",
];

/// Two games that look alike to a side.
#[derive(Clone, Debug)]
pub struct Alike {
    /// The definition of the game.
    pub text: String,
    /// The side that sees no difference.
    pub side: Side,
    /// The side to move.
    pub mover: Side,
    /// The start of each game, if it is not the usual one.
    pub starts: [Option<String>; 2],
    /// The moves of each game.
    pub moves: [Vec<String>; 2],
}

/// Plays two games made from `bytes`. Panics if a side is told of a difference that it does not see.
pub fn secrets(bytes: &[u8]) {
    // If there are too few bytes for a game, the run is not a failure.
    let _ = try_secrets(&mut Unstructured::new(bytes), &mut |_| ());
}

/// The pairs of games made from `bytes`, the longest last.
pub fn alike(bytes: &[u8]) -> Vec<Alike> {
    let mut all = Vec::new();
    let _ = try_secrets(&mut Unstructured::new(bytes), &mut |pair| all.push(pair.clone()));
    all
}

fn try_secrets(u: &mut Unstructured<'_>, keep: &mut dyn FnMut(&Alike)) -> Result<()> {
    let text = definition(u)?;
    let (mut library, mut sources) = (alfil_definitions::library(), Sources::new());
    library.add(&mut sources, "written", &text);
    let findings = resolve("written", &mut library, &mut sources);
    let Some(resolved) = findings.value.filter(|_| !has_errors(&findings.found)) else {
        return Ok(());
    };
    let Some(game) = Game::compile(resolved.ruleset).value else { return Ok(()) };
    if game.rules().sight == Sight::Everything {
        return Ok(());
    }
    let side = *u.choose(&Side::BOTH)?;
    let Some((positions, starts)) = begin(&game, side, u)? else { return Ok(()) };
    let mover = positions[0].side();
    let pair = Alike { text, side, mover, starts, moves: [Vec::new(), Vec::new()] };
    let answerers = Answerers {
        studio: Studio::new(Workspace::new(), Address::Name("written".to_owned())),
        computer: u.ratio(1, 2)?.then(|| Computer::new(&game, 1)),
    };
    let mut run = Run { side, pair, positions, answerers };
    for _ in 0..PLIES {
        run.compare(u)?;
        keep(&run.pair);
        if !run.step(u)? {
            break;
        }
    }
    Ok(())
}

/// The text of a game with hidden pieces.
fn definition(u: &mut Unstructured<'_>) -> Result<String> {
    let sights = ["own with umpire", "own with umpire", "reach", "own", "own while placing"];
    let sight = u.choose(&sights)?;
    Ok(match u.int_in_range(0..=9)? {
        0 | 1 => format!("extends: {}\n", u.choose(&["kriegspiel", "fog-of-war", "deployment"])?),
        2 | 3 => {
            let shipped: Vec<_> =
                alfil_definitions::shipped().map(|shipped| shipped.name).collect();
            format!("extends: {}\nsight: {sight}\n", u.choose(&shipped)?)
        }
        number => {
            let parents = match number {
                4 | 5 => &["fog-of-war", "deployment"][..],
                _ => &["kriegspiel", "kriegspiel", "fog-of-war"],
            };
            let mut text = format!("extends: {}\n", u.choose(parents)?);
            if u.ratio(1, 4)? {
                text += &format!("sight: {}\n", u.choose(&["own", "reach", "own with umpire"])?);
            }
            if u.ratio(1, 3)? && !text.contains("deployment") {
                text += &format!("setup: {}\n", u.choose(&SETUPS)?);
            }
            let names = ["queen", "rook", "bishop", "knight", "pawn"];
            let mut pieces = Vec::new();
            for name in names {
                if u.ratio(1, 4)? {
                    pieces.push(format!("{name}: {{moves: '{}'}}", u.choose(&MOVES)?));
                }
            }
            let rules: Vec<&str> = (0..u.int_in_range(0..=2)?)
                .map(|_| u.choose(&RULES).copied())
                .collect::<Result<_>>()?;
            for rule in rules {
                let key = rule.split(':').next().unwrap_or_default();
                let is_new = !text.lines().any(|line| line.split(':').next() == Some(key));
                if is_new && (pieces.is_empty() || !rule.contains("pieces:")) {
                    text += rule;
                }
            }
            if !pieces.is_empty() && !text.contains("\npieces:") {
                text += &format!("pieces: {{{}}}\n", pieces.join(", "));
            }
            text
        }
    })
}

/// What a side sees and hears. Everything else that it is told must follow from this.
#[derive(PartialEq, Eq, Debug)]
struct Told {
    view: Option<String>,
    announced: Vec<String>,
    end: Option<String>,
    plies: usize,
}

impl Told {
    fn of(position: &Position, side: Side) -> Told {
        Told {
            view: position.view(side).map(|seen| seen.text()),
            announced: position.announced(),
            end: position.end(),
            plies: position.plies(),
        }
    }
}

/// The positions of two starts, and their texts where a game has several.
type Starts = ([Position; 2], [Option<String>; 2]);

/// Two starts that look alike. Only a shuffled game has several.
fn begin(game: &Game, side: Side, u: &mut Unstructured<'_>) -> Result<Option<Starts>> {
    let first = game.start();
    if !matches!(first, Position::Board(_)) {
        return Ok(None);
    }
    let Some(starts) = game.starts().filter(|_| first.rules().shuffle.is_some()) else {
        return Ok(Some(([first.clone(), first], [None, None])));
    };
    let mut number = || u.int_in_range(0..=starts.count().saturating_sub(1));
    let Some(one) = starts.start(number()?) else { return Ok(None) };
    for _ in 0..2 * ATTEMPTS {
        let Some(two) = starts.start(number()?) else { return Ok(None) };
        if two.text() != one.text() && Told::of(&one, side) == Told::of(&two, side) {
            let texts = [Some(one.text()), Some(two.text())];
            return Ok(Some(([one, two], texts)));
        }
    }
    let text = one.text();
    Ok(Some(([one.clone(), one], [Some(text.clone()), Some(text)])))
}

/// Those who answer about both games.
struct Answerers {
    studio: Studio,
    /// `None` if the computer does not play in this run, because it takes most of the time.
    computer: Option<Computer>,
}

struct Run {
    side: Side,
    pair: Alike,
    positions: [Position; 2],
    answerers: Answerers,
}

impl Run {
    /// Plays a move in both games. False if they cannot go on alike.
    fn step(&mut self, u: &mut Unstructured<'_>) -> Result<bool> {
        let [one, two] = &self.positions;
        let moves = [one, two].map(|position| position.legal().texts().unwrap_or_default());
        if moves.iter().any(Vec::is_empty) || one.end().is_some() {
            return Ok(false);
        }
        // Both sides hear what a die shows.
        let is_same = one.side() == self.side || one.rolls();
        for _ in 0..ATTEMPTS {
            let first = u.choose(&moves[0])?;
            let after = played(one, first);
            let told = Told::of(&after, self.side);
            if told.end.is_some() {
                continue;
            }
            for _ in 0..ATTEMPTS {
                let second = if is_same { first } else { u.choose(&moves[1])? };
                if moves[1].contains(second) {
                    let other = played(two, second);
                    if Told::of(&other, self.side) == told {
                        self.pair.moves[0].push(first.clone());
                        self.pair.moves[1].push(second.clone());
                        self.pair.mover = after.side();
                        self.positions = [after, other];
                        return Ok(true);
                    }
                }
                if is_same {
                    break;
                }
            }
        }
        Ok(false)
    }

    /// Panics if the side is told of a difference.
    fn compare(&mut self, u: &mut Unstructured<'_>) -> Result<()> {
        let side = self.side;
        let [one, two] = self.positions.each_ref().map(|position| directly(position, side));
        assert_eq!(one, two, "{}", self.text());
        if u.ratio(1, 2)? {
            self.ask(u)?;
        }
        let [one, two] = &self.positions;
        let is_due = one.side() == side && !one.rolls() && one.end().is_none();
        if let Some(computer) = self.answerers.computer.as_ref().filter(|_| is_due)
            && u.ratio(1, 3)?
        {
            let seed = u.arbitrary()?;
            let limits = Limits { depth: Some(2), nodes: Some(NODES), ..Limits::default() };
            let chosen = [one, two].map(|position| {
                let mut dice = Dice::new(seed);
                let best = computer.best(position, &limits, &mut dice);
                let mv = best.and_then(|best| best.line.into_iter().next());
                mv.map(|mv| position.tries().write(&mv))
            });
            self.assert_tried(&chosen, "the computer");
        }
        Ok(())
    }

    /// Panics if two moves differ, although the umpire would allow both in both games.
    fn assert_tried(&self, moves: &[Option<String>; 2], who: &str) {
        let legal = self.positions.each_ref().map(|p| p.legal().texts().unwrap_or_default());
        let allowed = |text: &Option<String>| {
            text.as_ref().is_none_or(|text| legal.iter().all(|all| all.contains(text)))
        };
        if moves.iter().all(allowed) {
            assert_eq!(moves[0], moves[1], "{who}: {}", self.text());
        }
    }

    /// Asks Studio all that a page may ask.
    fn ask(&mut self, u: &mut Unstructured<'_>) -> Result<()> {
        let position = &self.positions[0];
        let word = match self.side.color() {
            Color::White => "white",
            Color::Black => "black",
        };
        let is_due = position.side() == self.side;
        let looker = if is_due && u.ratio(1, 3)? { "mover" } else { word };
        // A move that only one of the games has, or that neither has.
        let mut words = position.tries().texts().unwrap_or_default();
        words.extend(self.positions[1].legal().texts().unwrap_or_default());
        words.extend(["e2e4", "Nf6", "O-O", "x"].map(str::to_owned));
        let wanted = u.choose(&words)?.clone();
        let differs = self.positions.each_ref().map(|p| p.answer(&wanted));
        let same_answer =
            !is_due || std::mem::discriminant(&differs[0]) == std::mem::discriminant(&differs[1]);
        let all: Vec<Question> = Question::ALL.into_iter().filter(|&q| is_of_play(q)).collect();
        // A search for the best move takes long.
        let other = *u.choose(&all)?;
        let is_slow = matches!(other, Question::Reply) && !u.ratio(1, 8)?;
        let chosen = [Question::Board, if is_slow { Question::Why } else { other }];
        for question in chosen {
            let form = *u.choose(&["svg", "card", "pgn", "html"])?;
            let seed: u32 = u.arbitrary()?;
            let mut answers = [Value::Null, Value::Null];
            for _ in 0..REPEATS {
                for (number, answer) in answers.iter_mut().enumerate() {
                    let asked = json!({
                        "ask": question.name(), "text": self.pair.text, "as": looker,
                        "start": self.pair.starts[number], "moves": self.pair.moves[number],
                        "move": wanted, "form": form, "depth": 1, "nodes": 50, "what": "legal",
                        "level": 1, "seed": seed, "san": true, "played": true,
                    });
                    *answer = self.answerers.studio.answer(&asked.to_string());
                }
                if answers[0] == answers[1] {
                    break;
                }
            }
            let name = question.name();
            match question {
                // Only the side to move has a move that depends on its own view.
                Question::Reply if !is_due => {}
                Question::Reply => {
                    let texts = answers.map(|answer| answer["text"].as_str().map(str::to_owned));
                    self.assert_tried(&texts, name);
                }
                Question::Why if !same_answer => {}
                _ => assert_eq!(answers[0], answers[1], "{name} {form} {wanted}: {}", self.text()),
            }
        }
        Ok(())
    }

    fn text(&self) -> String {
        let Alike { text, side, starts, moves, .. } = &self.pair;
        let [one, two] = self.positions.each_ref().map(Position::text);
        let moves = moves.each_ref().map(|moves| moves.join(" "));
        format!("{side:?}\n{text}\n{starts:?}\n{moves:?}\n{one}\n{two}")
    }
}

/// True for questions that a page asks about a game in play.
fn is_of_play(question: Question) -> bool {
    match question {
        Question::Board
        | Question::Why
        | Question::Share
        | Question::Frames
        | Question::Record
        | Question::Reply
        | Question::Analyze
        | Question::Review
        | Question::State
        | Question::Move
        | Question::Perft
        | Question::Sketch => true,
        Question::Glance
        | Question::Check
        | Question::Hover
        | Question::Complete
        | Question::Format
        | Question::Gallery
        | Question::Game
        | Question::Piece
        | Question::Line
        | Question::File
        | Question::Start
        | Question::Setup
        | Question::Edit
        | Question::Movement
        | Question::Wizard
        | Question::Tests
        | Question::Coverage
        | Question::Alive
        | Question::AliveTest
        | Question::Position
        | Question::Values
        | Question::Facts
        | Question::Rules => false,
    }
}

fn played(position: &Position, text: &str) -> Position {
    let mut after = position.clone();
    let mv = after.legal().find(text);
    mv.iter().for_each(|mv| after.play(mv));
    after
}

/// What the library tells a side without a question: pictures, and its moves.
fn directly(position: &Position, side: Side) -> (String, String, Vec<String>) {
    let drawing = Drawing::seen("", position, side);
    let is_due = position.side() == side && !position.rolls();
    let moves = if is_due { position.tries().texts().unwrap_or_default() } else { Vec::new() };
    (drawing.text(Colour::None, WIDTH), drawing.svg(), moves)
}
