//! The order of the games of a survey. It is the same in every process, so that each process can
//! play its share, and a survey that ends early has games of each sort.

/// After this many games between equal players, two games between a strong and a weak player
/// follow.
const EQUAL_GAMES: u32 = 8;

/// The variant of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Subject {
    /// The variant that the survey is about.
    Own,
    /// The variant with which it is compared.
    Reference,
}

/// The strength of the players of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Players {
    /// Both sides search equally many positions.
    Equal,
    /// One side searches more positions than all others: White in the first game of a pair, Black
    /// in the second. With more than two sides, each has its turn.
    Unequal,
}

/// A game of a survey.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Planned {
    /// The variant.
    pub subject: Subject,
    /// The strength of the players.
    pub players: Players,
    /// The number of the game among games with the same subject and players, from 0.
    pub number: u32,
}

impl Planned {
    /// The index of the stronger side in a game of `sides` sides between unequal players.
    pub fn strong(self, sides: usize) -> usize {
        self.number as usize % sides.max(1)
    }

    /// The number of the random opening. The two games of a pair have the same one.
    pub fn opening(self) -> u64 {
        match self.players {
            Players::Equal => 2 * u64::from(self.number),
            Players::Unequal => u64::from(self.number / 2) * 2 + 1,
        }
    }
}

/// The games of a survey, in the order in which they are played. With a reference, games of both
/// variants alternate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// The number of games between equal players of each variant.
    games: u32,
    has_reference: bool,
}

impl Schedule {
    /// A survey with `games` games between equal players.
    pub fn new(games: u32, has_reference: bool) -> Schedule {
        Schedule { games, has_reference }
    }

    /// The number of variants.
    fn variants(self) -> u64 {
        1 + u64::from(self.has_reference)
    }

    /// The number of all games.
    pub fn count(self) -> u64 {
        let unequal = 2 * (self.games / EQUAL_GAMES);
        self.variants() * (u64::from(self.games) + u64::from(unequal))
    }

    /// The game with this number, from 0. `None` if there are fewer games.
    pub fn game(self, item: u64) -> Option<Planned> {
        if item >= self.count() {
            return None;
        }
        let (number, which) = (item / self.variants(), item % self.variants());
        let subject = if which == 0 { Subject::Own } else { Subject::Reference };
        // A round has its equal games and then two unequal ones.
        let length = u64::from(EQUAL_GAMES) + 2;
        let (round, place) = ((number / length) as u32, (number % length) as u32);
        let (players, number) = match place.checked_sub(EQUAL_GAMES) {
            None => (Players::Equal, round * EQUAL_GAMES + place),
            Some(second) => (Players::Unequal, 2 * round + second),
        };
        Some(Planned { subject, players, number })
    }
}
