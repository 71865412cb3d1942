//! Protocols between chess programs and graphical interfaces.
//!
//! [`Host`](host::Host) has the game, the position and the running search. It knows no protocol.
//! Each protocol has a file that translates lines to calls of the host and results to lines.
//! [`Exchange`](host::Exchange) connects a protocol with an input and an output.

pub mod client;
pub mod host;
pub mod lines;
pub mod names;
pub mod uci;
pub mod uci_engine;
pub mod xboard;
