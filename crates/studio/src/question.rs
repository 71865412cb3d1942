//! The names of the questions that a page may ask.

/// A question by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    Glance,
    Check,
    Hover,
    Complete,
    Format,
    Gallery,
    Game,
    Board,
    Piece,
    Why,
    Line,
    File,
    Start,
    Setup,
    Edit,
    Movement,
    Wizard,
    Share,
    Frames,
    Tests,
    Coverage,
    Alive,
    AliveTest,
    Record,
    Reply,
    Analyze,
    Review,
    State,
    Move,
    Perft,
    Position,
    Values,
    Facts,
    Rules,
    Sketch,
}

/// The work of a question. Questions with the same sort of work wait for each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Work {
    /// The text is read, but not compiled.
    Text,
    /// The game is compiled.
    Game,
    /// Games are played.
    Tests,
    /// The computer searches for the best move.
    Thinking,
}

impl Question {
    pub const ALL: [Question; 35] = [
        Question::Glance,
        Question::Check,
        Question::Hover,
        Question::Complete,
        Question::Format,
        Question::Gallery,
        Question::Game,
        Question::Board,
        Question::Piece,
        Question::Why,
        Question::Line,
        Question::File,
        Question::Start,
        Question::Setup,
        Question::Edit,
        Question::Movement,
        Question::Wizard,
        Question::Share,
        Question::Frames,
        Question::Tests,
        Question::Coverage,
        Question::Alive,
        Question::AliveTest,
        Question::Record,
        Question::Reply,
        Question::Analyze,
        Question::Review,
        Question::State,
        Question::Move,
        Question::Perft,
        Question::Position,
        Question::Values,
        Question::Facts,
        Question::Rules,
        Question::Sketch,
    ];

    /// The question with this name.
    pub fn named(name: &str) -> Option<Question> {
        Question::ALL.into_iter().find(|question| question.name() == name)
    }

    /// The name in requests.
    pub fn name(self) -> &'static str {
        match self {
            Question::Glance => "glance",
            Question::Check => "check",
            Question::Hover => "hover",
            Question::Complete => "complete",
            Question::Format => "format",
            Question::Gallery => "gallery",
            Question::Game => "game",
            Question::Board => "board",
            Question::Piece => "piece",
            Question::Why => "why",
            Question::Line => "line",
            Question::File => "file",
            Question::Start => "start",
            Question::Setup => "setup",
            Question::Edit => "edit",
            Question::Movement => "movement",
            Question::Wizard => "wizard",
            Question::Share => "share",
            Question::Frames => "frames",
            Question::Tests => "tests",
            Question::Coverage => "coverage",
            Question::Alive => "alive",
            Question::AliveTest => "alive-test",
            Question::Record => "record",
            Question::Reply => "reply",
            Question::Analyze => "analyze",
            Question::Review => "review",
            Question::State => "state",
            Question::Move => "move",
            Question::Perft => "perft",
            Question::Position => "position",
            Question::Values => "values",
            Question::Facts => "facts",
            Question::Rules => "rules",
            Question::Sketch => "sketch",
        }
    }

    /// True if the answer shows the whole position or the moves of both sides, even to a side that does
    /// not see everything.
    pub(super) fn shows_everything(self) -> bool {
        match self {
            Question::Frames
            | Question::Record
            | Question::Analyze
            | Question::Review
            | Question::State
            | Question::Move
            | Question::Perft
            | Question::Sketch => true,
            // `board`, `why`, `reply` and `share` look at the side that asks. The others do not depend on
            // the moves of a game in play, or are for planes, where both sides see everything.
            Question::Glance
            | Question::Check
            | Question::Hover
            | Question::Complete
            | Question::Format
            | Question::Gallery
            | Question::Game
            | Question::Board
            | Question::Piece
            | Question::Why
            | Question::Line
            | Question::File
            | Question::Start
            | Question::Setup
            | Question::Edit
            | Question::Movement
            | Question::Wizard
            | Question::Share
            | Question::Tests
            | Question::Coverage
            | Question::Alive
            | Question::AliveTest
            | Question::Reply
            | Question::Position
            | Question::Values
            | Question::Facts
            | Question::Rules => false,
        }
    }

    pub fn work(self) -> Work {
        match self {
            Question::Glance | Question::Complete | Question::Format => Work::Text,
            Question::Check
            | Question::Hover
            | Question::Game
            | Question::Board
            | Question::Piece
            | Question::Why
            | Question::Line
            | Question::Start
            | Question::Setup
            | Question::Edit
            | Question::Movement
            | Question::Wizard
            | Question::Share
            | Question::Frames
            | Question::Record
            | Question::State
            | Question::Move
            | Question::Position
            | Question::Values
            | Question::Facts
            | Question::Rules
            | Question::Sketch => Work::Game,
            // The gallery compiles many games, and so does a file of variants. No other part of the page
            // may wait for them.
            Question::Gallery
            | Question::File
            | Question::Tests
            | Question::Coverage
            | Question::Alive
            | Question::AliveTest
            | Question::Perft => Work::Tests,
            Question::Reply | Question::Analyze | Question::Review => Work::Thinking,
        }
    }
}
