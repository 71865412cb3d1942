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
        /// A stone: a round disc.
        Stone = "stone",
        /// A man of draughts.
        Draughtsman = "draughtsman",
        /// A king of draughts.
        DraughtsKing = "draughts king",
        /// A unicorn.
        Unicorn = "unicorn",
        /// A lion.
        Lion = "lion",
        /// A bird of prey.
        Hawk = "hawk",
        /// A griffon.
        Griffon = "griffon",
        /// A vizier with a turban.
        Ferz = "ferz",
        /// A small tower.
        Wazir = "wazir",
        /// A bell, as for the khon of makruk.
        Bell = "bell",
        /// A foot soldier with a spear.
        Spearman = "spearman",
        /// A round shield.
        Shield = "shield",
        /// A helmet with a crest.
        Helmet = "helmet",
        /// Two crossed swords.
        Swords = "swords",
        /// A bow and an arrow.
        Archer = "archer",
        /// A horse with a lance.
        Lancer = "lancer",
        /// A round tent.
        Tent = "tent",
        /// A tower with a pointed roof.
        Tower = "tower",
        /// A small crown.
        Coronet = "coronet",
        /// A flag.
        Flag = "flag",
        /// A monk with a hood.
        Monk = "monk",
        /// A duck.
        Duck = "duck",
        /// An arrow.
        Arrow = "arrow",
        /// A star.
        Star = "star",
        /// A giraffe.
        Giraffe = "giraffe",
        /// A chick.
        Chick = "chick",
        /// A rook upside down.
        TurnedRook = "turned rook",
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
            Figure::Stone => &["stone"],
            Figure::Draughtsman => &["draughtsman", "checker"],
            Figure::DraughtsKing => &["draughts king"],
            Figure::Unicorn => &["unicorn"],
            Figure::Lion => &["lion"],
            Figure::Hawk => &["hawk", "falcon", "eagle"],
            Figure::Griffon => &["griffon", "griffin", "gryphon"],
            Figure::Ferz => &["ferz", "fers", "firzan", "met", "vizier", "duchess"],
            Figure::Wazir => &["wazir", "dabbaba"],
            Figure::Bell => &["bell", "khon"],
            Figure::Spearman => &["spearman", "soldier", "lieutenant"],
            Figure::Shield => &["shield", "hoplite"],
            Figure::Helmet => &["helmet", "general"],
            Figure::Swords => &["swords", "warlord"],
            Figure::Archer => &["archer"],
            Figure::Lancer => &["lancer", "lance"],
            Figure::Tent => &["tent", "yurt"],
            Figure::Tower => &["tower"],
            Figure::Coronet => &["coronet", "duke", "baron"],
            Figure::Flag => &["flag", "captain"],
            Figure::Monk => &["monk"],
            Figure::Duck => &["duck"],
            Figure::Arrow => &["arrow"],
            Figure::Star => &["star"],
            Figure::Giraffe => &["giraffe", "zurafa"],
            Figure::Chick => &["chick", "hen"],
            Figure::TurnedRook => &["turned rook"],
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
