//! Figures of Western books that stand for kinds in pictures.
//!
//! Owns: [`Figure`] and the names that have one unsaid. Nothing of it is a rule. Invariant: no name has two figures.

alfil_diagnostics::spelt! {
    /// A silhouette, or a letter on a disc.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Figure: &'static str, word {
        /// The figure of a king.
        King = "king",
        /// The figure of a queen.
        Queen = "queen",
        /// The figure of a rook.
        Rook = "rook",
        /// The figure of a bishop.
        Bishop = "bishop",
        /// The figure of a knight.
        Knight = "knight",
        /// The figure of a pawn.
        Pawn = "pawn",
        /// The figure of an archbishop.
        Archbishop = "archbishop",
        /// The figure of a chancellor.
        Chancellor = "chancellor",
        /// The figure of an amazon.
        Amazon = "amazon",
        /// The figure of a nightrider.
        Nightrider = "nightrider",
        /// The figure of an elephant.
        Elephant = "elephant",
        /// The figure of a camel.
        Camel = "camel",
        /// The figure of a cannon.
        Cannon = "cannon",
        /// The figure of a guard.
        Guard = "guard",
        /// The figure of a grasshopper.
        Grasshopper = "grasshopper",
        /// The letter of the piece.
        Letter = "letter",
    }
}

impl Figure {
    /// The names of kinds, in lower case, that have it unless their game says otherwise.
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

    /// What a kind of this name has, in any case, if its game says nothing.
    pub fn of(name: &str) -> Figure {
        let name = name.to_lowercase();
        let named = |figure: &&Figure| figure.names().contains(&name.as_str());
        Figure::ALL.iter().find(named).copied().unwrap_or(Figure::Letter)
    }
}
