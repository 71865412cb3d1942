//! Restrictions on moves, duties, turns, and the effects of moves, such as custodial captures.

use crate::fairy::betza;
use crate::fairy::case::{Area, Case, Kind, of_types, texts};
use crate::fairy::translate::movement::{terms, to_captor};
use crate::fairy::translate::{ends, promotion};
use crate::fairy::values::{Enclosing, PieceSet, Side, Sided, Squares, Walling};
use alfil_syntax::write::{Map, Yaml};

/// The restriction on every move.
#[derive(Clone, Default, Debug)]
pub(crate) struct Restriction {
    /// The question.
    pub(crate) question: Option<String>,
    /// True if attacks stay as they are.
    pub(crate) attacks_stay: bool,
}

/// The restriction on every move.
pub(crate) fn every_move(case: &mut Case<'_>) -> Restriction {
    let settings = case.settings;
    let mut parts = Vec::new();
    let mut attacks_stay = false;
    if !settings.checking && ends::has_royal(case) {
        parts.push("not giving check".to_owned());
    }
    if settings.makpong {
        parts.push(
            "not (in check and moving king and not own king attacked by (enemy in end))".to_owned(),
        );
        attacks_stay = true;
    }
    let kings = case.named(&PieceSet::of(&["king"]));
    if let (true, Some(king)) = (settings.bikjang, kings) {
        parts.push(format!(
            "(passing or no enemy {king} at vR of own {king} or leaving no enemy {king} at vR of own {king})"
        ));
    }
    for (piece, most) in &settings.promotion_limit {
        let Some(name) = case.named_type(Some(*piece)) else { continue };
        parts.push(format!("(not promoting to {name} or leaving at most {most} own {name})"));
        attacks_stay = true;
    }
    attacks_stay |= promotion::barred(case, &mut parts);
    restrictions(case, &mut parts);
    let before = parts.len();
    ends::restrictions(case, &mut parts);
    attacks_stay |= parts.len() > before;
    if settings.shatar_mate {
        case.lose(
            "shatarMateRule",
            "the language cannot express which pieces gave the checks before a mate",
        );
    }
    if settings.move_repetition_illegal {
        case.lose("moveRepetitionIllegal", "questions cannot be about moves before the last one");
    }
    let question = (!parts.is_empty()).then(|| parts.join(" and "));
    Restriction { question, attacks_stay }
}

/// The duties.
pub(crate) fn duties(case: &mut Case<'_>) -> Option<Yaml> {
    let settings = case.settings;
    let mut duties = Vec::new();
    if settings.must_en_passant {
        duties.push("capturing and no end".to_owned());
    }
    let (capture, drop) = (&settings.must_capture, &settings.must_drop);
    let dropping = |side: Side| {
        let piece = *settings.must_drop_type.of(side);
        match case.named_type(piece).filter(|name| name != "piece") {
            Some(name) => format!("dropping {name}"),
            None => "dropping".to_owned(),
        }
    };
    sided(Side::ALL.map(|side| capture.of(side).then(|| "capturing".to_owned())), &mut duties);
    sided(Side::ALL.map(|side| drop.of(side).then(|| dropping(side))), &mut duties);
    let both = |side: &Side| *capture.of(*side) && *drop.of(*side);
    if Side::ALL.iter().any(both) {
        case.lose(
            "mustDrop",
            "it is combined with `mustCapture`, but only the first of two duties counts",
        );
        duties.truncate(1);
    }
    (!duties.is_empty()).then(|| texts(duties))
}

/// Adds a duty of each side, or one duty if both have the same.
fn sided([white, black]: [Option<String>; 2], duties: &mut Vec<String>) {
    if white == black {
        return duties.extend(white);
    }
    duties.extend(white.map(|duty| format!("white and {duty}")));
    duties.extend(black.map(|duty| format!("black and {duty}")));
}

/// The effects of moves.
pub(crate) fn effects(case: &mut Case<'_>) -> Vec<String> {
    let settings = case.settings;
    let mut lines = Vec::new();
    gates(case, &mut lines);
    // The program chooses the places of walls before anything explodes.
    walls(case, &mut lines);
    explosions(case, &mut lines);
    match settings.flip {
        Enclosing::None => {}
        Enclosing::Reversi => {
            lines.push("when dropping then enemy along Q from end to own changes side".to_owned());
        }
        Enclosing::Ataxx => lines.push("always enemy at K of end changes side".to_owned()),
        Enclosing::Quadwrangle => lines.push(
            "when moving or own piece at K of end then enemy at K of end changes side".to_owned(),
        ),
        Enclosing::Snort | Enclosing::Anyside | Enclosing::Top => {
            case.lose("flipEnclosedPieces", "the program turns no pieces over by this rule");
        }
    }
    custodial_effects(case, &mut lines);
    changes(case, &mut lines);
    ends::effects(case, &mut lines);
    if settings.check_counting {
        lines.push("when giving check then count checks".to_owned());
    }
    if settings.cambodian {
        case.lose(
            "cambodianMoves",
            "a position does not record first moves without castling or gates",
        );
    }
    if settings.sittuyin_promotion {
        case.lose(
            "sittuyinPromotion",
            "promotion depends on the pieces that are left and on attacks",
        );
    }
    if settings.self_capture {
        case.lose("selfCapture", "the importer does not know how the program treats such captures");
    }
    lines
}

/// Translates pieces that change or vanish when they capture, and reports rules of this sort that a
/// definition cannot express.
fn changes(case: &mut Case<'_>, lines: &mut Vec<String>) {
    let settings = case.settings;
    let but = |names: Option<String>| match names {
        Some(names) => format!(" and moving any but {names}"),
        None => String::new(),
    };
    if settings.capture_morph {
        let kings = case.named(&PieceSet::of(&["king"])).filter(|_| settings.rex_exclusive);
        lines.push(format!("when capturing{} then mover becomes victim", but(kings)));
    }
    if settings.capturer_dies {
        // A king does not capture at all then.
        let pawn: &[&str] = if settings.capturer_dies_but_pawns { &["pawn"] } else { &[] };
        let spared = case.named(&PieceSet::of(&[&["king"], pawn].concat()));
        lines.push(format!("when capturing{} then remove mover", but(spared)));
    } else if settings.capturer_dies_by_own_type {
        for kind in case.kinds.iter().filter(|kind| !kind.piece.is("king")) {
            let name = &kind.name;
            lines.push(format!("when moving {name} and capturing {name} then remove mover"));
        }
    }
    let lost = [
        ("deathOnCaptureTypes", !settings.death_on_capture.is_empty(), "squares are not neutral"),
        ("removeConnectN", settings.remove_connect > 0, "no effect can remove lines of pieces"),
        ("blastPromotion", settings.blast_promotion, "explosions cannot promote pieces"),
        ("potions", settings.potions, "pieces cannot freeze or jump for a number of turns"),
        ("commitGates", settings.commit_gates, "pieces in hand cannot be bound to squares"),
        ("sudoku", settings.sudoku, "questions cannot compare the kinds of pieces in an area"),
    ];
    for (key, given, why) in lost {
        if given {
            case.lose(key, why);
        }
    }
}

/// Pieces in hand that take the places of pieces that move for the first time.
fn gates(case: &mut Case<'_>, lines: &mut Vec<String>) {
    if !case.settings.seirawan {
        return;
    }
    let held = PieceSet {
        all: false,
        types: case.board.hand.iter().flatten().map(|(_, piece)| *piece).collect(),
    };
    let Some(names) = case.named(&held) else { return };
    let pawns = case.named(&PieceSet::of(&["pawn"]));
    let movers = match pawns {
        Some(pawns) => format!("moving any but {pawns}"),
        None => "moving".to_owned(),
    };
    lines.push("king safe".to_owned());
    lines.push(format!(
        "when {movers} and mover never moved and not castling may place {names} from hand on start"
    ));
    if case.settings.castling {
        lines.push(format!("when castling may place {names} from hand on start or partner"));
    }
}

/// Captures that explode, and pieces that become walls.
fn explosions(case: &mut Case<'_>, lines: &mut Vec<String>) {
    let settings = case.settings;
    let immune = case.named(&settings.blast_immune);
    let petrified = case.named(&settings.petrify);
    let wall = case.wall.as_ref().map(|wall| wall.name.clone());
    let (blast, step) = (
        settings.blast || settings.blast_on_move,
        if settings.blast_diagonals { "K" } else { "W" },
    );
    let cause = match (settings.blast, settings.blast_on_move) {
        (true, true) => "moving",
        (false, true) => "moving and not capturing",
        (_, false) => "capturing",
    };
    if blast && !settings.blast_promotion {
        let mut spared: Vec<&str> = of_types(&case.kinds, &PieceSet::of(&["pawn"]));
        spared.extend(of_types(&case.kinds, &settings.blast_immune));
        spared.extend(case.wall.as_ref().map(|wall| wall.name.as_str()));
        let but =
            if spared.is_empty() { String::new() } else { format!(" but {}", spared.join(" or ")) };
        lines.push(if to_captor(case) { format!(
                "when {cause} then capture enemy{but} at {step} of end; own{but} at {step} of end goes to enemy hand"
            ) } else { format!("when {cause} then remove any{but} at {step} of end") });
    }
    if let (Some(names), Some(wall)) = (&petrified, &wall) {
        lines.push(format!("when capturing and moving {names} then mover becomes {wall}"));
    }
    if settings.petrify_blast && petrified.is_some() && blast {
        case.lose("petrifyBlastPieces", "the importer cannot leave walls where pieces explode");
    }
    if blast && settings.blast_center && !settings.blast_promotion {
        let kept: Vec<String> = [immune, petrified].into_iter().flatten().collect();
        let deed = if to_captor(case) { "mover goes to enemy hand" } else { "remove mover" };
        lines.push(if kept.is_empty() {
            format!("when {cause} then {deed}")
        } else {
            format!("when {cause} and moving any but {} then {deed}", kept.join(" or "))
        });
    }
}

/// Walls that moves place.
fn walls(case: &mut Case<'_>, lines: &mut Vec<String>) {
    let settings = case.settings;
    let Some(wall) = case.wall.as_ref().map(|wall| wall.name.clone()) else { return };
    if settings.wall_or_move {
        case.lose(
            "wallOrMove",
            "an effect of a move places a wall, so a wall cannot replace the move",
        );
        return;
    }
    let region = case.areas.area("wall zone", &settings.walling_region);
    let place = match &region {
        Area::Everywhere => "one empty".to_owned(),
        Area::Nowhere => return,
        Area::Words(words) => format!("one empty in {words}"),
    };
    match settings.walling {
        Walling::None => {}
        Walling::Duck => lines.push(format!("always remove any {wall}; place {wall} on {place}")),
        Walling::Static => lines.push(format!("always place {wall} on {place}")),
        Walling::Past => lines.push(format!("when moving then place {wall} on start")),
        Walling::Edge => {
            case.lose(
                "wallingRule",
                "one choice cannot have walls both at the edge and next to other walls",
            );
        }
        Walling::Arrow => {
            let kinds: Vec<Kind> = case.kinds.clone();
            for kind in &kinds {
                let moves = terms(settings, kind.piece);
                let quiet = moves
                    .terms
                    .iter()
                    .filter(|term| term.mode != betza::Mode::Capture && !term.first);
                let words: String = quiet.map(|term| betza::written(term, "m")).collect();
                let words = words.replace("mRmB", "mQ");
                let filter = format!("{place} at {words} of end");
                lines.push(match kinds.len() {
                    1 => format!("always place {wall} on {filter}"),
                    _ => format!("when moving {} then place {wall} on {filter}", kind.name),
                });
            }
        }
    }
}

// Captures of pieces that are surrounded.

/// The four ways from the end of a move: the direction to the piece, the direction back, and the
/// edge beyond it.
const WAYS: [(&str, &str, &str); 4] = [
    ("f", "b", "last rank"),
    ("b", "f", "rank 1"),
    ("l", "r", "(file a or file LAST)"),
    ("r", "l", "(file a or file LAST)"),
];

/// Adds the captures of pieces between the piece that moves and another one, or the edge.
pub(crate) fn custodial_effects(case: &mut Case<'_>, lines: &mut Vec<String>) {
    let settings = case.settings;
    let mut zone =
        |purpose: &str, squares: Squares| match case.areas.area(purpose, &Sided::both(squares)) {
            Area::Words(words) => Some(words),
            Area::Everywhere => Some("anywhere".to_owned()),
            Area::Nowhere => None,
        };
    let whole = zone("inner zone", settings.surround_whole);
    let hostile = zone("hostile zone", settings.surround_hostile);
    let last = char::from(b'a' + case.areas.files() - 1).to_string();
    let outside = whole.as_ref().map_or(String::new(), |zone| format!(" not in {zone}"));
    let mut deeds = Vec::new();
    for (to, back, edge) in WAYS {
        let neighbour = format!("capture enemy at {to}W of end{outside}");
        if settings.surround_opposite {
            deeds.push(format!("{neighbour} at {back}W of own"));
            deeds.extend(hostile.iter().map(|zone| format!("{neighbour} at {back}W of {zone}")));
        }
        if settings.surround_edge {
            deeds.push(format!("{neighbour} in {}", edge.replace("LAST", &last)));
        }
    }
    if let Some(zone) = whole {
        let free = match &hostile {
            Some(hostile) => format!("not at W of (empty not in {hostile})"),
            None => "not at W of (empty)".to_owned(),
        };
        deeds.push(format!("capture enemy at W of end in {zone} {free} not at W of enemy"));
    }
    let cause = if case.settings.piece_drops { "moving or dropping" } else { "moving" };
    if !deeds.is_empty() {
        lines.push(format!("when {cause} then {}", deeds.join("; ")));
    }
}

// Turns: passes, and turns of several moves.

/// The numbers of moves in turns that a definition can say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Lengths {
    first: u32,
    white: u32,
    black: u32,
}

/// The key `turn`.
pub(crate) fn turn(case: &mut Case<'_>) -> Option<Yaml> {
    let settings = case.settings;
    let passes = passes(case);
    let lengths = lengths(case);
    let step = |last: bool| {
        let mut step = Map::default();
        if !last && !settings.multimove_capture {
            step.put("moves", "not capturing");
        }
        step.entries.extend(passes.entries.iter().cloned());
        step.in_braces()
    };
    let steps = |count: u32| {
        let mut steps: Vec<Yaml> = (1..=count).map(|number| step(number == count)).collect();
        if settings.jumps_go_on && !settings.jump_captures.is_empty() {
            steps.push(Yaml::map([
                ("when", "capturing".into()),
                ("moves", "moving previous mover and capturing".into()),
                ("repeats", Yaml::bare(true)),
            ]));
        }
        Yaml::list(steps)
    };
    let mut entries = Map::default();
    match lengths {
        _ if settings.progressive => entries.put("steps", "one more each turn"),
        Some(Lengths { first, white, black }) => {
            if white == black {
                entries.put("steps", steps(white))
            } else {
                entries.put("white", Yaml::map([("steps", steps(white))]));
                entries.put("black", Yaml::map([("steps", steps(black))]));
            }
            if first != white {
                let first = Yaml::map([("steps", steps(first))]);
                entries.put("first turn of the game", first);
            }
        }
        None if passes.is_empty() && !settings.jumps_go_on => return None,
        None => entries.put("steps", steps(1)),
    }
    let several = settings.progressive
        || lengths.is_some_and(|lengths| lengths.first.max(lengths.white).max(lengths.black) > 1);
    if several && !settings.multimove_check {
        entries.put("check before the last step", Yaml::bare(false));
    }
    Some(entries.in_braces())
}

/// The numbers of moves; `None` if each turn is one move.
fn lengths(case: &mut Case<'_>) -> Option<Lengths> {
    let settings = case.settings;
    let numbers = &settings.multimoves.0;
    let (&last, rest) = numbers.split_last()?;
    let (&before, early) = rest.split_last()?;
    let at = |turn: usize| match (numbers.get(turn), (turn - numbers.len().min(turn)) % 2) {
        (Some(number), _) => *number,
        (None, 0) => before,
        (None, _) => last,
    };
    let lengths =
        Lengths { first: at(0), white: at(numbers.len() * 2), black: at(numbers.len() * 2 + 1) };
    let regular = (1..numbers.len())
        .all(|turn| at(turn) == if turn % 2 == 0 { lengths.white } else { lengths.black });
    let white_begins = case.board.turn == Side::White;
    if !regular || !white_begins && (early.len() + 2 > 2 || lengths.white != lengths.black) {
        case.lose("multimoves", "only the first turn of the game may differ from the later ones");
        return None;
    }
    (numbers.iter().any(|number| *number > 1)).then_some(lengths)
}

/// The keys of a step about passes.
fn passes(case: &Case<'_>) -> Map {
    let settings = case.settings;
    let mut ways: Vec<String> = Vec::new();
    for (side, word) in Side::ALL.into_iter().zip(["white", "black"]) {
        let both = settings.pass.white == settings.pass.black
            && settings.pass_on_stalemate.white == settings.pass_on_stalemate.black;
        let when = match (*settings.pass.of(side), *settings.pass_on_stalemate.of(side)) {
            (true, _) => ALWAYS,
            (false, true) => "stuck",
            (false, false) => continue,
        };
        ways.push(match (both, when) {
            (true, when) => when.to_owned(),
            (false, ALWAYS) => word.to_owned(),
            (false, when) => format!("{word} and {when}"),
        });
    }
    ways.dedup();
    if settings.pass_until_setup && ways.is_empty() {
        ways.push(SET_UP.to_owned());
    }
    if ways.is_empty() {
        return Map::default();
    }
    let mut step = Map::default();
    let ways = ways.join(" or ");
    step.put("may pass", if ways == ALWAYS { Yaml::bare(true) } else { ways.into() });
    let kings = case.named(&PieceSet::of(&["king"]));
    if let (true, Some(king)) = (settings.bikjang, kings) {
        step.put("may pass in check", format!("enemy {king} at vR of own {king}"));
    }
    step
}

/// The value of `may pass` if a side may always pass.
const ALWAYS: &str = "true";

/// Holds for a side that has placed all its pieces while the other has not.
const SET_UP: &str = "no own piece in hand and enemy piece in hand";

/// Adds to the restriction on every move that a side waits until the other has placed its pieces.
pub(crate) fn restrictions(case: &Case<'_>, parts: &mut Vec<String>) {
    if case.settings.pass_until_setup {
        parts.push(format!("(passing or not ({SET_UP}))"));
    }
}
