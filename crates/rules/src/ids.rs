//! Dense ids of the kinds and zones of a ruleset.

alfil_diagnostics::id! {
    /// A kind of piece, the same for both sides. There are at most 64.
    KindId(u8)
}
alfil_diagnostics::id! {
    /// A named set of cells.
    ZoneId(u16)
}
