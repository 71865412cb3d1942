//! Reads drops: `@8`, `j@7`, `f@9`.
//!
//! The letters are those of XBoard and the Interactive Diagram. `f` forbids a second such piece on
//! the file, `s` on the shade and `b` on the board. A doubled letter forbids a third.

use super::Lowering;
use alfil_diagnostics::diagnostic::Code;
use alfil_rules::direction::Toward;
use alfil_rules::hand::Drop;
use alfil_syntax::notation::ast::{self, At, Chain};
use alfil_syntax::notation::letters::{Mode, Number};

const HELP: &str = "write a drop as `@8` (ranks 1 to 8), `j@7` (ranks 2 to 7), `f@9` (one a file)";

impl Lowering<'_> {
    /// Translates a drop. Returns `None` after a finding.
    pub(super) fn drop(&mut self, atom: At, chain: &Chain) -> Option<Drop> {
        let before = self.found.len();
        let marks = &self.only_leg(chain, Code::BadDrop, "a drop has one leg", HELP)?.marks;
        let mut drop = Drop { first: 1, last: 1, on_file: 0, on_shade: 0, on_board: 0 };
        for &(toward, at) in marks.runs.iter().flatten() {
            let limit = match toward {
                Toward::Forward => &mut drop.on_file,
                Toward::Sideways => &mut drop.on_shade,
                Toward::Backward => &mut drop.on_board,
                Toward::Left
                | Toward::Right
                | Toward::Vertical
                | Toward::Half
                | Toward::Opposite
                | Toward::Same => {
                    let title = format!("`{}` has no meaning for a drop", toward.letter());
                    self.find(Code::BadDrop, at, title, HELP);
                    continue;
                }
            };
            *limit += 1;
            if *limit > 2 {
                *limit = 2;
                self.find(Code::BadDrop, at, "a drop allows at most two", HELP);
            }
        }
        for &(mode, at) in &marks.modes {
            if mode != Mode::Jump || drop.first == 2 {
                let title = format!("`{}` has no meaning for a drop", mode.letter());
                self.find(Code::BadDrop, at, title, HELP);
            } else {
                drop.first = 2;
            }
        }
        let depth = match chain.range {
            ast::Range::Unwritten => Some(1),
            ast::Range::UpTo(n @ Number(1000..=255_000)) => n.whole().map(|n| n as u8),
            ast::Range::UpTo(_)
            | ast::Range::Endless
            | ast::Range::Exactly(_)
            | ast::Range::Between(..)
            | ast::Range::Flexible => None,
        };
        match depth {
            Some(depth) if depth >= drop.first => drop.last = depth,
            Some(_) | None => {
                let title = "a drop says how many ranks it reaches from the own back rank";
                self.find(Code::BadDrop, atom.to(chain.range_at), title, HELP);
            }
        }
        (self.found.len() == before).then_some(drop)
    }
}
