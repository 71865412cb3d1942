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

/// The games of a survey with `games` games between equal players, in the order in which they are
/// played. With `subjects` of length two, games of both variants alternate.
pub fn schedule(games: u32, subjects: &[Subject]) -> Vec<Planned> {
    let mut all = Vec::new();
    let mut unequal = 0;
    for number in 0..games {
        all.extend(subjects.iter().map(|&subject| Planned {
            subject,
            players: Players::Equal,
            number,
        }));
        if number % EQUAL_GAMES == EQUAL_GAMES - 1 {
            for number in unequal..unequal + 2 {
                let players = Players::Unequal;
                all.extend(subjects.iter().map(|&subject| Planned { subject, players, number }));
            }
            unequal += 2;
        }
    }
    all
}
