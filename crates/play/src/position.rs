//! A game in play, on a board or on a plane. [`Position`], [`Move`] and [`Legal`] are enums with a
//! variant for each. Only code that draws or lists the geometry needs to look inside.

use crate::board::view::SeenPlay;
use crate::board::{BoardPlay, text as board_text};
use crate::dice::Dice;
use crate::parts::{Held, Parts, Placed};
use crate::plane::PlanePlay;
use crate::resources::{Count, Effort};
use crate::terms::{Group, Manner, Refusal, Turn};
use alfil_board::model::position::Move as CellMove;
use alfil_clock::meter::Limit;
use alfil_diagnostics::diagnostic::Diagnostic;
use alfil_diagnostics::source::{Sources, Spanned};
use alfil_plane::model::position::PlaneMove;
use alfil_plane::moves::families::Family;
use alfil_rules::goal::Event;
use alfil_rules::ids::KindId;
use alfil_rules::outcome::Outcome;
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::Side;
use alfil_rules::sight::Sight;
use alfil_text::sentences;

/// A game in play: a position and the moves that led to it.
#[derive(Clone, Debug)]
pub enum Position {
    /// A game on the cells of a board.
    Board(BoardPlay),
    /// A game on the points of a plane.
    Plane(PlanePlay),
}

/// A move. It is valid only for the position that returned it.
#[derive(Clone, PartialEq, Debug)]
pub enum Move {
    /// A move on the cells of a board.
    Board(CellMove),
    /// A move on the points of a plane.
    Plane(PlaneMove),
}

impl Move {
    /// Returns true if the move captures a piece.
    pub fn is_capture(&self) -> bool {
        match self {
            Move::Board(mv) => !mv.captures.is_empty(),
            Move::Plane(mv) => !mv.taken.is_empty(),
        }
    }
}

impl From<CellMove> for Move {
    fn from(mv: CellMove) -> Self {
        Move::Board(mv)
    }
}

impl From<PlaneMove> for Move {
    fn from(mv: PlaneMove) -> Self {
        Move::Plane(mv)
    }
}

/// The legal moves of a position.
#[derive(Clone, Debug)]
pub enum Legal<'p> {
    /// All moves on a board, sorted.
    Board(&'p BoardPlay, Vec<CellMove>),
    /// Families of moves on a plane. Each may contain infinitely many moves.
    Plane(&'p PlanePlay, Vec<Family>),
}

/// An umpire's answer to a move that a side tries.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// It is legal.
    Yes(Move),
    /// The side may try it, but it is not legal. The text of the move in its usual form.
    No(String),
    /// It is no move that the side may try.
    Unknown,
}

/// Evaluates the same expression for boards and planes.
macro_rules! ask {
    ($position:expr, $play:ident => $answer:expr) => {
        match $position {
            Position::Board($play) => $answer,
            Position::Plane($play) => $answer,
        }
    };
}

/// Evaluates the same expression for boards and planes, with the legal moves.
macro_rules! ask_legal {
    ($legal:expr, $play:ident, $moves:ident => $answer:expr) => {
        match $legal {
            Legal::Board($play, $moves) => $answer,
            Legal::Plane($play, $moves) => $answer,
        }
    };
}

/// Panics because a move of a board is used on a plane, or the other way round.
fn stray() -> ! {
    panic!("the move and the position belong to games of different types")
}

impl Legal<'_> {
    /// Returns true if there is no legal move.
    pub fn is_empty(&self) -> bool {
        ask_legal!(self, _play, moves => moves.is_empty())
    }

    /// The move that `text` names in Alfil's own notations, which definitions and their tests use.
    pub fn find(&self, text: &str) -> Option<Move> {
        ask_legal!(self, play, moves => play.find(moves, text).map(Move::from))
    }

    /// The move that `text` names, also in the notations of other programs and of records. A text
    /// that fits several moves names none.
    pub fn read(&self, text: &str) -> Option<Move> {
        match self {
            Legal::Board(play, moves) => play.read(moves, text).map(Move::from),
            Legal::Plane(..) => self.find(text),
        }
    }

    /// The move that `text` names.
    pub fn named(&self, text: &str, manner: Manner) -> Option<Move> {
        match manner {
            Manner::Strict => self.find(text),
            Manner::Lenient => self.read(text),
        }
    }

    /// The reason why `text` names no legal move.
    pub fn refusal(&self, text: &str) -> Refusal {
        ask_legal!(self, play, moves => play.refusal(moves, text))
    }

    /// The text of a legal move. [`find`](Self::find) reads it as the same move.
    ///
    /// # Panics
    /// If the move belongs to a board and the position to a plane, or the other way round.
    pub fn write(&self, mv: &Move) -> String {
        match (self, mv) {
            (Legal::Board(play, moves), Move::Board(mv)) => play.write(moves, mv),
            (Legal::Plane(play, families), Move::Plane(mv)) => play.write(families, mv),
            (Legal::Board(..), Move::Plane(_)) | (Legal::Plane(..), Move::Board(_)) => stray(),
        }
    }

    /// Writes a legal move in standard algebraic notation, with `+` and `#`. [`read`](Self::read)
    /// reads it as the same move.
    ///
    /// # Panics
    /// If the move belongs to a board and the position to a plane, or the other way round.
    pub fn san(&self, mv: &Move) -> String {
        let text = match (self, mv) {
            (Legal::Board(play, moves), Move::Board(mv)) => play.san(moves, mv),
            (Legal::Plane(play, families), Move::Plane(mv)) => play.san(families, mv),
            (Legal::Board(..), Move::Plane(_)) | (Legal::Plane(..), Move::Board(_)) => stray(),
        };
        self.with_sign(text, mv)
    }

    /// Writes a legal move as people who play the game do: like [`san`](Self::san), but `Bb4@e2` for a move
    /// and its duck, and with the cells of shogi (`P-76`) in games such as shogi.
    ///
    /// # Panics
    /// If the move belongs to a board and the position to a plane, or the other way round.
    pub fn shown(&self, mv: &Move) -> String {
        match (self, mv) {
            (Legal::Board(play, moves), Move::Board(own)) => match play.shown(moves, own) {
                (text, true) => self.with_sign(text, mv),
                (text, false) => text,
            },
            (Legal::Plane(..), Move::Plane(_)) => self.san(mv),
            (Legal::Board(..), Move::Plane(_)) | (Legal::Plane(..), Move::Board(_)) => stray(),
        }
    }

    /// The text of a legal move with the sign of check or checkmate.
    fn with_sign(&self, text: String, mv: &Move) -> String {
        let mut after = match self {
            Legal::Board(play, _) => Position::Board((*play).clone()),
            Legal::Plane(play, _) => Position::Plane((*play).clone()),
        };
        after.play(mv);
        let sign = match (after.gives_mate(), after.gives_check()) {
            (true, _) => "#",
            (false, true) => "+",
            (false, false) => "",
        };
        text + sign
    }

    /// Returns true if a legal move starts at `place`.
    ///
    /// # Panics
    /// If the move belongs to a board and the position to a plane, or the other way round.
    pub fn starts(&self, mv: &Move, place: &str) -> bool {
        match (self, mv) {
            (Legal::Board(play, _), Move::Board(mv)) => play.starts(mv, place),
            (Legal::Plane(play, _), Move::Plane(mv)) => play.starts(mv, place),
            (Legal::Board(..), Move::Plane(_)) | (Legal::Plane(..), Move::Board(_)) => stray(),
        }
    }

    /// Keeps only the moves that start at a place.
    #[must_use]
    pub fn from(mut self, place: &str) -> Self {
        match &mut self {
            Legal::Board(play, moves) => moves.retain(|mv| play.starts(mv, place)),
            Legal::Plane(play, all) => all.retain(|family| play.stands(family.piece, place)),
        }
        self
    }

    /// The moves by kind, in their shortest text. Kinds without moves are left out.
    pub fn by_kind(&self) -> Vec<Group> {
        ask_legal!(self, play, moves => play.by_kind(moves))
    }

    /// The moves; `None` if there are infinitely many.
    pub fn list(&self) -> Option<Vec<Move>> {
        Some(ask_legal!(self, play, moves => {
            play.list(moves)?.into_iter().map(Move::from).collect()
        }))
    }

    /// The texts of [`list`](Self::list), in the same order.
    pub fn texts(&self) -> Option<Vec<String>> {
        ask_legal!(self, play, moves => play.texts(moves))
    }

    /// The number of legal moves; `None` if there are infinitely many.
    pub fn number(&self) -> Option<usize> {
        match self {
            Legal::Board(_, moves) => Some(moves.len()),
            Legal::Plane(..) => self.list().map(|moves| moves.len()),
        }
    }

    /// A legal move in parts.
    ///
    /// # Panics
    /// If the move belongs to a board and the position to a plane, or the other way round.
    pub fn parts(&self, mv: &Move) -> Parts {
        self.parts_of(mv, self.write(mv))
    }

    /// All moves in parts, in the order of [`list`](Self::list). `None` if there are infinitely
    /// many. This is faster than [`parts`](Self::parts) for each of them.
    pub fn all_parts(&self) -> Option<Vec<Parts>> {
        let moves = self.list()?;
        Some(moves.iter().zip(self.texts()?).map(|(mv, text)| self.parts_of(mv, text)).collect())
    }

    fn parts_of(&self, mv: &Move, text: String) -> Parts {
        match (self, mv) {
            (Legal::Board(play, _), Move::Board(mv)) => play.parts(mv, text),
            (Legal::Plane(play, _), Move::Plane(mv)) => play.parts(mv, text),
            (Legal::Board(..), Move::Plane(_)) | (Legal::Plane(..), Move::Board(_)) => stray(),
        }
    }

    /// A random move; `None` if there is none.
    pub fn random(&self, dice: &mut Dice) -> Option<Move> {
        ask_legal!(self, play, moves => play.random(moves, dice).map(Move::from))
    }
}

impl Position {
    /// The rules of the game.
    pub fn rules(&self) -> &Ruleset {
        ask!(self, play => play.rules())
    }

    /// The side to move, the step and the turn number.
    pub fn turn(&self) -> Turn {
        ask!(self, play => play.turn())
    }

    /// The side to move.
    pub fn side(&self) -> Side {
        self.turn().side
    }

    /// True if the next move is the roll of a die, which no player chooses. The legal moves are its
    /// outcomes.
    pub fn rolls(&self) -> bool {
        let Turn { side, step, fullmove } = self.turn();
        self.rules().turn.roll(side, fullmove, step).is_some() && self.outcome().is_none()
    }

    /// The position as text. Reading it gives the same position.
    pub fn text(&self) -> String {
        ask!(self, play => play.text())
    }

    /// What `side` sees of the position, whether or not it is to move. `None` on a plane.
    pub fn view(&self, side: Side) -> Option<SeenPlay> {
        match self {
            Position::Board(play) => Some(play.seen_by(side)),
            Position::Plane(_) => None,
        }
    }

    /// What `side` sees of the position, if that is less than everything now.
    pub fn hidden_from(&self, side: Side) -> Option<SeenPlay> {
        match self.rules().sight {
            Sight::Everything => None,
            Sight::Own | Sight::Placing | Sight::Reach | Sight::Umpire => {
                self.view(side).filter(SeenPlay::hides)
            }
        }
    }

    /// True if the list of moves that the side to move may try would tell `side` something that it does
    /// not see: those of another side, in a game that has not ended.
    pub fn keeps_moves_from(&self, side: Side) -> bool {
        side != self.side() && self.end().is_none() && self.hidden_from(side).is_some()
    }

    /// The legal moves.
    pub fn legal(&self) -> Legal<'_> {
        match self {
            Position::Board(play) => Legal::Board(play, play.legal()),
            Position::Plane(play) => Legal::Plane(play, play.legal()),
        }
    }

    /// The moves that the side to move may try. Without an umpire, they are its legal moves.
    pub fn tries(&self) -> Legal<'_> {
        match self {
            Position::Board(play) => Legal::Board(play, play.tries()),
            Position::Plane(play) => Legal::Plane(play, play.legal()),
        }
    }

    /// True if the side to move is not told its legal moves, but tries moves, and an umpire answers.
    pub fn has_umpire(&self) -> bool {
        self.rules().sight == Sight::Umpire && self.outcome().is_none() && !self.rolls()
    }

    /// The umpire's answer to a move that is tried. Without an umpire, the same for a legal move.
    pub fn answer(&self, text: &str) -> Answer {
        // Names are read among the tries, so that they do not tell which of them are legal.
        let tries = self.tries();
        let Some(text) = tries.read(text).map(|mv| tries.write(&mv)) else {
            return Answer::Unknown;
        };
        self.legal().find(&text).map_or(Answer::No(text), Answer::Yes)
    }

    /// What an umpire tells both sides after the last move, besides checks: a sentence about its
    /// captures, and one about the side to move. Empty without an umpire.
    pub fn announced(&self) -> Vec<String> {
        match self {
            // Both sides also hear of a capture before a die is rolled.
            Position::Board(play)
                if self.rules().sight == Sight::Umpire && self.outcome().is_none() =>
            {
                let name = |site| play.arena().graph.name(site).to_owned();
                let captured = play.last().map(|mv| mv.captures).unwrap_or_default();
                let captured: Vec<String> = captured.into_iter().map(name).collect();
                let told = play.seen_by(self.side()).told();
                sentences::announcement(&captured, &told)
            }
            Position::Board(_) | Position::Plane(_) => Vec::new(),
        }
    }

    /// The steps of a turn that `text` names with commas between them, as some programs write a turn
    /// of several steps.
    pub fn steps(&self, text: &str) -> Option<Vec<Move>> {
        let parts: Vec<&str> = text.split(',').collect();
        if parts.len() < 2 || self.rules().turn.length(self.side(), self.turn().fullmove).most() < 2
        {
            return None;
        }
        let mut now = self.clone();
        let side = now.side();
        let mut steps = Vec::new();
        for part in parts {
            if now.side() != side {
                return None;
            }
            let mv = now.legal().read(part)?;
            now.play(&mv);
            steps.push(mv);
        }
        Some(steps)
    }

    /// Plays a legal move of this position.
    ///
    /// # Panics
    /// If the move belongs to a board and the position to a plane, or the other way round.
    pub fn play(&mut self, mv: &Move) {
        match (self, mv) {
            (Position::Board(play), Move::Board(mv)) => play.play(mv),
            (Position::Plane(play), Move::Plane(mv)) => play.play(mv),
            (Position::Board(_), Move::Plane(_)) | (Position::Plane(_), Move::Board(_)) => stray(),
        }
    }

    /// Plays the move that `text` names.
    ///
    /// # Errors
    /// The reason why there is no such move. The position does not change then.
    pub fn play_text(&mut self, text: &str) -> Result<(), Refusal> {
        let legal = self.legal();
        let mv = legal.read(text).ok_or_else(|| legal.refusal(text))?;
        self.play(&mv);
        Ok(())
    }

    /// Takes back the last move and returns it; `None` if no move was played.
    pub fn take_back(&mut self) -> Option<Move> {
        ask!(self, play => play.take_back().map(Move::from))
    }

    /// The number of moves played.
    pub fn plies(&self) -> usize {
        ask!(self, play => play.plies())
    }

    /// The number of turns since the last capture, promotion or other irreversible move.
    pub fn halfmoves(&self) -> u32 {
        match self {
            Position::Board(play) => play.board().halfmoves,
            Position::Plane(play) => play.now().halfmoves,
        }
    }

    /// All pieces on the board or plane.
    pub fn pieces(&self) -> Vec<Placed> {
        ask!(self, play => play.pieces())
    }

    /// The ranks of a board as text, the last one first, with spaces between the cells: a letter
    /// for a piece, `.` for an empty cell and `*` where the board has none. `None` on a plane.
    pub fn rows(&self) -> Option<Vec<String>> {
        match self {
            Position::Board(play) => Some(board_text::rows(play.arena(), play.board())),
            Position::Plane(_) => None,
        }
    }

    /// The pieces in the hand of `side`. Empty for games without hands, and for kinds of which a
    /// hand has no end.
    pub fn hand(&self, side: Side) -> Vec<Held> {
        match self {
            Position::Board(play) => play.hand(side),
            Position::Plane(_) => Vec::new(),
        }
    }

    /// Returns true if a royal piece of the side to move is attacked.
    pub fn in_check(&self) -> bool {
        ask!(self, play => play.in_check())
    }

    /// True if the last move gave check to the side to move, or to another enemy of its side.
    pub fn gives_check(&self) -> bool {
        match self {
            Position::Board(play) => play.gives_check(),
            Position::Plane(play) => play.in_check(),
        }
    }

    /// True if the last move gave mate to the side to move, or to another enemy of its side.
    pub fn gives_mate(&self) -> bool {
        match self {
            Position::Board(play) => play.gives_mate(),
            Position::Plane(play) => {
                play.outcome().is_some_and(|outcome| outcome.reason == Event::Checkmate)
            }
        }
    }

    /// The result, if the game has ended. Draws by the move limit and by repetition apply as soon
    /// as a player could claim them. Checkmate takes precedence.
    pub fn outcome(&self) -> Option<Outcome> {
        ask!(self, play => play.outcome())
    }

    /// Describes how the game has ended, or that there is no legal move and the rules give no
    /// result for that.
    pub fn end(&self) -> Option<String> {
        let rules = self.rules();
        if let Some(outcome) = self.outcome() {
            return Some(outcome.shown(rules));
        }
        let ends = |event| rules.ends.iter().any(|goal| goal.event == event);
        // If the rules give a result to both checkmate and stalemate, a side without legal moves
        // always has a result.
        let is_open = !ends(Event::Checkmate) || !ends(Event::Stalemate);
        (is_open && self.legal().is_empty()).then(|| {
            let name = rules.name_of(self.side());
            format!("{name} has no legal move, and the rules give no result for that")
        })
    }

    /// The number of legal move sequences of length `depth`. Draws do not end a sequence.
    /// `u128::MAX` means that the number is at least 2^64. `None` if a piece has infinitely many
    /// moves.
    pub fn perft(&self, depth: u32, effort: Effort) -> Option<u128> {
        ask!(self, play => play.perft(depth, effort))
    }

    /// Like [`perft`](Self::perft) in one thread, but stops when the work of this thread exceeds `limit`.
    /// The unit of the limit makes the result the same on every machine.
    #[doc(hidden)]
    pub fn perft_within(&self, depth: u32, limit: Limit) -> Count {
        ask!(self, play => play.perft_within(depth, limit))
    }

    /// The legal moves by kind and clause, as records contain them. `sources` contains the text of
    /// the rules. Without it, clauses are not named, and the call is cheaper.
    pub fn by_clause(&self, sources: Option<&Sources>) -> Vec<Group> {
        ask!(self, play => play.by_clause(sources))
    }

    /// The names of all cells; `None` on a plane, where points cannot be listed.
    #[doc(hidden)]
    pub fn places(&self) -> Option<Vec<String>> {
        ask!(self, play => play.places())
    }

    /// The kind and the index of the term that makes a legal move, if no other term can make it.
    /// `None` for castling and for pieces that promote without moving.
    pub fn sole_term(&self, mv: &Move) -> Option<(KindId, usize)> {
        match (self, mv) {
            (Position::Board(play), Move::Board(mv)) => play.sole_term(mv),
            (Position::Plane(_), _) | (Position::Board(_), Move::Plane(_)) => None,
        }
    }

    /// The kind of the piece that makes a legal move. `None` for a pass and for moves of sections.
    ///
    /// # Panics
    /// If the move belongs to a board and the position to a plane, or the other way round.
    #[doc(hidden)]
    pub fn mover(&self, mv: &Move) -> Option<KindId> {
        match (self, mv) {
            (Position::Board(play), Move::Board(mv)) => mv.kind(play.board()),
            (Position::Plane(play), Move::Plane(mv)) => Some(play.now().pieces[mv.piece].kind),
            (Position::Board(_), Move::Plane(_)) | (Position::Plane(_), Move::Board(_)) => stray(),
        }
    }

    /// Returns true if `by` could capture a piece at `place`. With `from`, only the piece at `from`
    /// is examined.
    ///
    /// # Errors
    /// There is no such place.
    pub fn attacked(
        &self,
        place: &Spanned<String>,
        from: Option<&Spanned<String>>,
        by: Side,
    ) -> Result<bool, Diagnostic> {
        ask!(self, play => play.attacked(place, from, by))
    }

    /// Checks that a place exists.
    ///
    /// # Errors
    /// It does not exist.
    pub fn place(&self, place: &Spanned<String>) -> Result<(), Diagnostic> {
        ask!(self, play => play.place(place))
    }

    /// Returns true if `word` names a place and not a move.
    #[doc(hidden)]
    pub fn is_place(&self, word: &str) -> bool {
        ask!(self, play => play.is_place(word))
    }

    /// Checks that `text` has the form of a move, legal or not. If `place` is given, the move must
    /// start there.
    ///
    /// # Errors
    /// The title of a finding.
    #[doc(hidden)]
    pub fn spelt(&self, text: &str, place: Option<&str>) -> Result<(), String> {
        ask!(self, play => play.spelt(text, place))
    }

    /// The noun for the items of [`Legal::by_kind`], singular and plural: moves or families.
    #[doc(hidden)]
    pub fn noun(&self) -> [&'static str; 2] {
        ask!(self, play => play.noun())
    }

    /// A move as players may type it. On a board, it is legal if any move is.
    #[doc(hidden)]
    pub fn example(&self) -> String {
        ask!(self, play => play.example())
    }

    /// Help on the notation for players: examples and an explanation.
    #[doc(hidden)]
    pub fn spelling(&self) -> &'static str {
        ask!(self, play => play.spelling())
    }
}
