//! Figures of Western chess books, which show kinds in pictures. Rules do not depend on them.

alfil_diagnostics::spelt! {
    /// A silhouette, or a letter on a disc.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Figure: &'static str, word {
        /// A king.
        King = "king",
        /// A queen.
        Queen = "queen",
        /// A rook.
        Rook = "rook",
        /// A bishop.
        Bishop = "bishop",
        /// A knight.
        Knight = "knight",
        /// A pawn.
        Pawn = "pawn",
        /// An archbishop.
        Archbishop = "archbishop",
        /// A chancellor.
        Chancellor = "chancellor",
        /// An amazon.
        Amazon = "amazon",
        /// A nightrider.
        Nightrider = "nightrider",
        /// An elephant.
        Elephant = "elephant",
        /// A camel.
        Camel = "camel",
        /// A cannon.
        Cannon = "cannon",
        /// A guard.
        Guard = "guard",
        /// A grasshopper.
        Grasshopper = "grasshopper",
        /// The letter of the kind, on a disc.
        Letter = "letter",
    }
}

impl Figure {
    /// Names of kinds, in lower case, that have this figure by default. No name has two figures.
    pub fn names(self) -> &'static [&'static str] {
        match self {
            Figure::King => &["king"],
            Figure::Queen => &["queen"],
            Figure::Rook => &["rook"],
            Figure::Bishop => &["bishop"],
            Figure::Knight => &["knight"],
            Figure::Pawn => &["pawn"],
            Figure::Archbishop => &["archbishop", "cardinal", "princess"],
            Figure::Chancellor => &["chancellor", "marshal", "empress"],
            Figure::Amazon => &["amazon"],
            Figure::Nightrider => &["nightrider"],
            Figure::Elephant => &["elephant", "alfil", "fil"],
            Figure::Camel => &["camel", "jamal"],
            Figure::Cannon => &["cannon", "pao"],
            Figure::Guard => &["guard", "mann", "man", "commoner"],
            Figure::Grasshopper => &["grasshopper"],
            Figure::Letter => &[],
        }
    }

    /// The default figure of a kind with this name. Upper and lower case are the same.
    pub fn of(name: &str) -> Figure {
        let name = name.to_lowercase();
        let named = |figure: &&Figure| figure.names().contains(&name.as_str());
        Figure::ALL.iter().find(named).copied().unwrap_or(Figure::Letter)
    }
}
