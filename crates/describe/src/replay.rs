//! Games that were played: move by move as pictures, their ends as JSON, and the results of a
//! search that plays them.

use alfil_play::coordinates;
use alfil_play::game::Game;
use alfil_play::position::Position;
use alfil_play::terms::Manner;
use alfil_render::drawing::Drawing;
#[cfg(feature = "png")]
use alfil_render::png;
#[cfg(feature = "png")]
use alfil_render::raster::{self, Raster, RasterError};
use alfil_resolve::resolution::Resolved;
use alfil_rules::side::Side;
use alfil_suite::alive::{LineStart, Reach, RuleEvidence, Shown, Sign};
use alfil_suite::run;
use alfil_syntax::cases::Claim;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fmt::Write;

// Shows a game move by move, as a part of a web page (`Replay::html`) or as an animation
// (`Replay::moving`).
//
// The renderer draws complete pictures. The page needs no other file, and its content security
// policy allows only the script in this file.

/// The formats of an animation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moving {
    /// Animated PNG, with all colours.
    Apng,
    /// GIF, with at most 256 colours in each picture, for programs without support for animated
    /// PNG.
    Gif,
}

/// The pictures of a game and the moves between them.
pub struct Replay {
    pictures: Vec<Drawing>,
    plies: Vec<Ply>,
}

/// A move of the game.
struct Ply {
    turn: u32,
    san: String,
}

impl Replay {
    /// The game that led to `position`.
    pub fn of(position: &Position) -> Replay {
        let mut now = position.clone();
        let mut moves = Vec::new();
        while let Some(mv) = now.take_back() {
            moves.push(mv);
        }
        let mut replay =
            Replay { pictures: vec![Drawing::of_setting("", &now)], plies: Vec::new() };
        for mv in moves.iter().rev() {
            let (turn, san) = (now.turn().fullmove, now.legal().san(mv));
            replay.plies.push(Ply { turn, san });
            now.play(mv);
            replay.pictures.push(Drawing::of_setting("", &now));
        }
        replay
    }

    /// Applies `dress` to each picture.
    ///
    /// # Errors
    /// The first error of `dress`.
    #[cfg(feature = "png")]
    pub fn dressed<E>(self, dress: impl FnMut(Drawing) -> Result<Drawing, E>) -> Result<Replay, E> {
        let pictures = self.pictures.into_iter().map(dress).collect::<Result<_, E>>()?;
        Ok(Replay { pictures, ..self })
    }

    /// The last position of the longest game among the tests of a definition. `None` if no test
    /// contains a game.
    pub fn longest(resolved: &Resolved, game: &Game) -> Option<Position> {
        let games = resolved.cases.iter().filter_map(|case| {
            let Claim::Game { moves, .. } = &case.claim else { return None };
            let mut position = run::position(game, case).ok()?;
            for (mv, number) in moves.iter().zip(1..) {
                let text = coordinates::signed(&position, mv).text;
                coordinates::play(&mut position, &text, number, Manner::Strict).ok()?;
            }
            Some(position)
        });
        // Among equally long games, the first one is kept.
        games.reduce(|best, next| if next.plies() > best.plies() { next } else { best })
    }

    /// The game as a part of a page: the first picture, and buttons for the moves, which show the
    /// other pictures. The content security policy of the page must allow the script by
    /// `SCRIPT_SUM`.
    pub fn html(&self) -> String {
        let pictures = Drawing::frames(&self.pictures);
        // Most lines of a picture are equal to lines of the picture before, so each distinct line
        // is written only once.
        let mut numbers: HashMap<&str, usize> = HashMap::new();
        let mut lines: Vec<&str> = Vec::new();
        let mut frames: Vec<Vec<usize>> = Vec::new();
        for picture in &pictures {
            let number = |line| {
                *numbers.entry(line).or_insert_with(|| {
                    lines.push(line);
                    lines.len() - 1
                })
            };
            frames.push(picture.lines().map(number).collect());
        }
        let data = json!({ "lines": lines, "frames": frames }).to_string().replace('<', "\\u003c");
        let mut moves = String::new();
        let mut turn = None;
        for (ply, number) in self.plies.iter().zip(1..) {
            if turn != Some(ply.turn) {
                turn = Some(ply.turn);
                let _ = write!(moves, "<b>{}.</b> ", ply.turn);
            }
            let san = ply.san.replace('&', "&amp;").replace('<', "&lt;");
            let _ = writeln!(moves, "<button data-frame=\"{number}\">{san}</button>");
        }
        let first = pictures.first().map_or("", String::as_str);
        format!(
            "<div class=\"game\"><figure class=\"board\" id=\"frame\">{first}</figure>\n\
             <p class=\"steps\"><button data-frame=\"0\">Start</button> <button id=\"back\">Back</button> \
             <button id=\"on\">On</button> <output id=\"now\"></output></p>\n<p class=\"moves\">{moves}</p></div>\n\
             <script type=\"application/json\" id=\"frames\">{data}</script>\n\
             <script>{SCRIPT}</script>\n"
        )
    }

    /// The pictures of all positions as SVG, all of one size.
    pub fn frames(&self) -> Vec<String> {
        Drawing::frames(&self.pictures)
    }

    /// The recommended width of the pictures in pixels.
    pub fn pixels(&self) -> u32 {
        self.pictures.first().map_or(1, Drawing::pixels)
    }

    /// The game as an animation, `width` pixels wide.
    ///
    /// # Errors
    /// The animation has too many pixels.
    #[cfg(feature = "png")]
    pub fn moving(&self, form: Moving, width: Option<u32>) -> Result<Raster, RasterError> {
        let (frames, width) = (self.frames(), width.unwrap_or(self.pixels()));
        match form {
            Moving::Apng => png::animate(&frames, width),
            Moving::Gif => raster::animate(&frames, width),
        }
    }
}

/// The hash of the script for the content security policy. So no script in a definition can run.
pub(crate) const SCRIPT_SUM: &str = "sha256-cfH59isXijtNl6KSHQ7Q7wZ8oX531mFK13UT/DKf1C0=";

/// The script shows the picture for a move and highlights the move.
const SCRIPT: &str = "\
const{lines,frames}=JSON.parse(document.getElementById('frames').textContent);\
const plies=[...document.querySelectorAll('.moves [data-frame]')];\
const by=id=>document.getElementById(id);let at=0;\
function show(n){at=Math.max(0,Math.min(n,frames.length-1));\
by('frame').innerHTML=frames[at].map(i=>lines[i]).join('\\n');\
plies.forEach((b,i)=>b.setAttribute('aria-current',i+1===at?'step':'false'));\
by('now').textContent=at?`${at} of ${frames.length-1}: ${plies[at-1].textContent}`:'The start';\
by('back').disabled=!at;by('on').disabled=at===frames.length-1}\
document.querySelectorAll('[data-frame]').forEach(b=>b.onclick=()=>show(+b.dataset.frame));\
by('back').onclick=()=>show(at-1);by('on').onclick=()=>show(at+1);\
document.querySelector('.game').onkeydown=e=>{const d={ArrowLeft:-1,ArrowRight:1}[e.key];if(d){e.preventDefault();show(at+d)}};\
show(0)";

// Writes the results of a search for rules that never fire as JSON, for `alfil test --alive` and
// for Studio.

/// Lists in JSON contain at most this many moves.
const MAX_MOVES: usize = 20;

/// The state of a rule in one word.
pub fn state(rule: &RuleEvidence) -> &'static str {
    match (rule.fired(), rule.reach, &rule.waived) {
        (true, ..) => "fired",
        (false, _, Some(_)) => "untested",
        (false, Reach::Looked, None) => "never fired",
        (false, Reach::Waiting | Reach::Needed | Reach::TooDear, None) => "not looked at",
    }
}

/// Writes a game and the difference that it shows as JSON.
pub fn shown(shown: &Shown) -> Value {
    let (number, position) = match &shown.line.from {
        LineStart::Start => (None, None),
        LineStart::Number(number) => (Some(*number), None),
        LineStart::Position(text) => (None, Some(text)),
    };
    let some = |texts: &[String]| texts.iter().take(MAX_MOVES).cloned().collect::<Vec<_>>();
    let shows = match &shown.sign {
        Sign::Moves(difference) => json!({
            "what": "moves",
            "gained": some(&difference.gained),
            "lost": some(&difference.lost),
        }),
        Sign::End(with, without) => json!({ "what": "end", "with": with, "without": without }),
        Sign::Board => json!({ "what": "position" }),
        Sign::Starts(count) => json!({ "what": "starts", "count": count }),
    };
    json!({
        "number": number,
        "position": position,
        "moves": shown.line.moves,
        "shows": shows,
    })
}

// Writes the end of a game as JSON.

/// The end of the game as JSON: the event, its sentence if there is one, and the score of each
/// side. `None` if the game goes on.
pub fn ended(at: &Position) -> Option<Value> {
    let outcome = at.outcome()?;
    let rules = at.rules();
    let score = |side: Side| (rules.word_of(side).to_owned(), json!(outcome.score_of(rules, side)));
    let score = rules.sides.each().map(score);
    Some(json!({
        "event": outcome.reason.name(),
        "sentence": outcome.sentence(rules),
        "score": score.collect::<serde_json::Map<_, _>>(),
    }))
}
