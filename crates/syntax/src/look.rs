//! The mapping `look`.

use crate::fields::NameList;
use crate::mapping::mapping;
use crate::scalar::Scalar;
use crate::value::Language::{Area, Prose};
use crate::value::Value::{Text, Words};
use alfil_rules::look::Surface;

mapping! {
    /// The value of `look`. Missing parts keep the parent's value.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct LookText, "`look`" {
        board: Option<Surface> = "board",
            "cells or points", "where pieces stand";
        river: Option<Scalar> = "river" [Text(Prose)],
            "two ranks", "between which ranks there is a gap: `5-6`";
        river_words: Option<NameList> = "river words" [Words(Prose)],
            "words", "what stands in the gap";
        diagonals: Option<Scalar> = "diagonals" [Text(Area)],
            "area", "cells that diagonal lines join, as White counts";
        sides: Option<NameList> = "sides" [Words(Prose)],
            "two names", "what White and Black are called";
        colours: Option<NameList> = "colours" [Words(Prose)],
            "two colours", "the colours of White's and Black's pieces";
        files: Option<NameList> = "files" [Words(Prose)],
            "list of names", "the names of the files above the board, from file a on";
        ranks: Option<NameList> = "ranks" [Words(Prose)],
            "list of names", "the names of the ranks beside the board, from rank 1 on";
    }
}
