//! Attack tables: for every cell, who could capture a royal piece on it.
//!
//! Owns: [`AttackTables`], one for each attacking side. Takes an arena; gives checks, pins and king
//! steps. The tables are the move tables turned round: reach from the attacked cell back to the
//! sources. Invariant: a source never looks at the attacked cell itself.

use crate::board::compile::lookup::{Lookup, LookupPool, bits, plans};
use crate::board::compile::profile::{ConditionalReach, Threat};
use crate::board::compile::tables::OwnerNeeds;
use crate::board::game::arena::Arena;
use crate::board::space::site_set::{AnySet, Site, SiteSet};
use crate::index::Id;
use crate::rules::ruleset::KindId;
use std::collections::{BTreeMap, BTreeSet};

/// Who attacks what, for one attacking side.
#[derive(Clone, Debug)]
pub struct AttackTables<const W: usize> {
    sites: usize,
    /// Kinds that attack by leaps.
    pub leapers: Vec<KindId>,
    /// Sources by leap: index of the leaper times sites plus attacked cell.
    leaps: Vec<SiteSet<W>>,
    /// Range of `lines` by attacked cell.
    line_ranges: Vec<(u32, u32)>,
    lines: Vec<Line<W>>,
    /// Kinds of each line, by range.
    line_kinds: Vec<KindId>,
    /// Cells between, of attacked cell times sites plus source, where there is one way between.
    between: Vec<SiteSet<W>>,
    /// Source, must-be-empty of lines with several ways, by range.
    ways: Vec<(Site, SiteSet<W>)>,
    /// Attacks that capture others with their target, or look for hurdles: range by attacked cell.
    conditional_ranges: Vec<(u32, u32)>,
    conditional: Vec<ConditionalAttack<W>>,
    asks_who: bool,
    /// Captures in passing, where royal pieces may pass cells.
    pub passing: Vec<PassingAttack<W>>,
}

/// A capture in passing.
#[derive(Clone, Copy, Debug)]
pub struct PassingAttack<const W: usize> {
    /// The passed cell.
    pub cell: Site,
    /// Kind of the attacker.
    pub kind: KindId,
    /// Where it stands.
    pub source: Site,
    /// What it asks.
    pub way: OwnerNeeds<W>,
}

/// Sources that attack along lines.
#[derive(Clone, Copy, Debug)]
pub struct Line<const W: usize> {
    /// Sources that see the attacked cell.
    pub lookup: Lookup<W>,
    /// Every source on an empty board.
    pub sources: SiteSet<W>,
    /// Range of `line_kinds`.
    kinds: (u32, u32),
    /// Range of `ways` if a source has several ways; empty if `between` tells.
    ways: (u32, u32),
}

/// An attack that is neither a leap nor over empty cells alone.
#[derive(Clone, Copy, Debug)]
pub struct ConditionalAttack<const W: usize> {
    /// Kind of the attacker.
    pub kind: KindId,
    /// Where it stands.
    pub source: Site,
    /// Must be empty.
    pub empty: SiteSet<W>,
    /// Must be occupied.
    pub occupied: SiteSet<W>,
    /// Must hold enemies of the attacker.
    pub foes: SiteSet<W>,
    /// Must hold pieces of the attacker's side.
    pub friends: SiteSet<W>,
    /// Must hold royal pieces.
    pub royal: SiteSet<W>,
    /// Must hold pieces that are not royal.
    pub common: SiteSet<W>,
    /// Where a piece of the attacker's side and of this kind must stand.
    pub relayer: Option<(Site, KindId)>,
}

impl<const W: usize> AttackTables<W> {
    /// Tables of what one side's kinds attack from where they stand.
    pub fn new(
        arena: &Arena,
        threats: impl IntoIterator<Item = (KindId, Site, Vec<Threat>)>,
        passing: Vec<PassingAttack<W>>,
        pool: &mut LookupPool<W>,
    ) -> AttackTables<W> {
        let sites = arena.graph.len();
        // By attacked cell, then kind.
        let mut by_target: Vec<BTreeMap<KindId, Vec<(Site, Threat)>>> =
            vec![BTreeMap::new(); sites];
        for (kind, source, threats) in threats {
            for threat in threats {
                let by_kind = &mut by_target[threat.target.index()];
                by_kind.entry(kind).or_default().push((source, threat));
            }
        }
        let mut tables = AttackTables {
            sites,
            leapers: Vec::new(),
            leaps: Vec::new(),
            line_ranges: Vec::new(),
            lines: Vec::new(),
            line_kinds: Vec::new(),
            between: vec![SiteSet::EMPTY; sites * sites],
            ways: Vec::new(),
            conditional_ranges: Vec::new(),
            conditional: Vec::new(),
            asks_who: false,
            passing,
        };
        let mut leaps: BTreeMap<KindId, Vec<SiteSet<W>>> = BTreeMap::new();
        // Which entries of `between` some line has filled.
        let mut known = vec![false; sites * sites];
        for (target, by_kind) in by_target.iter().enumerate() {
            let conditional_start = tables.conditional.len() as u32;
            // Kinds with equal tables share a line.
            let mut lines: BTreeMap<Vec<ConditionalReach>, Vec<KindId>> = BTreeMap::new();
            for (&kind, threats) in by_kind {
                let mut items = BTreeSet::new();
                for &(source, threat) in threats {
                    let needs = threat.needs;
                    tables.asks_who |= needs.asks_who();
                    let free = needs.foes.is_empty() && !needs.asks_who();
                    if free && needs.occupied.is_empty() {
                        let (empty, occupied) = (needs.empty, AnySet::EMPTY);
                        items.insert(ConditionalReach {
                            family: threat.family,
                            site: source,
                            empty,
                            occupied,
                        });
                    } else {
                        tables.conditional.push(ConditionalAttack {
                            kind,
                            source,
                            empty: needs.empty.resize(),
                            occupied: needs.occupied.resize(),
                            foes: needs.foes.resize(),
                            friends: needs.friends.resize(),
                            royal: needs.royal.resize(),
                            common: needs.common.resize(),
                            relayer: needs.relayer,
                        });
                    }
                }
                let items: Vec<ConditionalReach> = items.into_iter().collect();
                for plan in plans(&items, bits::<W>()) {
                    if plan.mask.is_empty() && plan.guard.is_empty() {
                        let row = leaps.entry(kind).or_insert_with(|| vec![SiteSet::EMPTY; sites]);
                        row[target] |= plan.items.iter().map(|i| i.site).collect();
                        continue;
                    }
                    let whole = |i: &ConditionalReach| ConditionalReach {
                        empty: i.empty | plan.guard,
                        ..*i
                    };
                    lines.entry(plan.items.iter().map(whole).collect()).or_default().push(kind);
                }
            }
            let start = tables.lines.len() as u32;
            for (items, kinds) in lines {
                tables.line(target, &items, &kinds, &mut known, pool);
            }
            tables.line_ranges.push((start, tables.lines.len() as u32));
            tables.conditional_ranges.push((conditional_start, tables.conditional.len() as u32));
        }
        for (kind, row) in leaps {
            tables.leapers.push(kind);
            tables.leaps.extend(row);
        }
        tables
    }

    fn line(
        &mut self,
        target: usize,
        items: &[ConditionalReach],
        kinds: &[KindId],
        known: &mut [bool],
        pool: &mut LookupPool<W>,
    ) {
        let kinds_start = self.line_kinds.len() as u32;
        self.line_kinds.extend(kinds);
        let kinds = (kinds_start, self.line_kinds.len() as u32);
        let mut single = true;
        for (n, item) in items.iter().enumerate() {
            let slot = target * self.sites + item.site.index();
            let empty = item.empty.resize();
            single &= items[..n].iter().all(|other| other.site != item.site)
                && (!known[slot] || self.between[slot] == empty);
        }
        let ways_start = self.ways.len() as u32;
        for item in items {
            let slot = target * self.sites + item.site.index();
            if single {
                (self.between[slot], known[slot]) = (item.empty.resize(), true);
            } else {
                self.ways.push((item.site, item.empty.resize()));
            }
        }
        let ways = (ways_start, self.ways.len() as u32);
        let sources = items.iter().map(|i| i.site).collect();
        for (n, plan) in plans(items, bits::<W>()).iter().enumerate() {
            // Pins are found once a line, with its first lookup.
            let first = n == 0;
            self.lines.push(Line {
                lookup: pool.lookup(plan),
                sources: if first { sources } else { SiteSet::EMPTY },
                kinds,
                ways: if first { ways } else { (0, 0) },
            });
        }
    }

    /// The number of `kind` among the leapers if leaps are all its attacks.
    pub fn only_leaps(&self, kind: KindId) -> Option<usize> {
        let otherwise =
            self.line_kinds.contains(&kind) || self.conditional.iter().any(|o| o.kind == kind);
        self.leapers.iter().position(|&k| k == kind).filter(|_| !otherwise)
    }

    /// Whether every attack runs over empty cells only.
    pub fn is_clear(&self) -> bool {
        self.conditional.is_empty()
    }

    /// Whether some attack asks for royal pieces, for the attacker's own, or for what was passed.
    pub fn asks_who(&self) -> bool {
        self.asks_who || !self.passing.is_empty()
    }

    /// Sources from which leaper number `leaper` attacks `cell`.
    #[inline(always)]
    pub fn leaps(&self, leaper: usize, cell: Site) -> SiteSet<W> {
        self.leaps[leaper * self.sites + cell.index()]
    }

    /// Lines that end on `cell`.
    #[inline(always)]
    pub fn lines(&self, cell: Site) -> &[Line<W>] {
        let (start, end) = self.line_ranges[cell.index()];
        &self.lines[start as usize..end as usize]
    }

    /// Kinds that attack along `line`.
    #[inline(always)]
    pub fn kinds(&self, line: &Line<W>) -> &[KindId] {
        &self.line_kinds[line.kinds.0 as usize..line.kinds.1 as usize]
    }

    /// Cells that must be empty for `source` to attack `cell`, where there is one way.
    #[inline(always)]
    pub fn between(&self, cell: Site, source: Site) -> SiteSet<W> {
        self.between[cell.index() * self.sites + source.index()]
    }

    /// Sources and their ways, for a line with several; empty where `between` tells.
    #[inline(always)]
    pub fn ways(&self, line: &Line<W>) -> &[(Site, SiteSet<W>)] {
        &self.ways[line.ways.0 as usize..line.ways.1 as usize]
    }

    /// Attacks on `cell` that are neither leaps nor lines.
    #[inline(always)]
    pub fn conditional(&self, cell: Site) -> &[ConditionalAttack<W>] {
        let (start, end) = self.conditional_ranges[cell.index()];
        &self.conditional[start as usize..end as usize]
    }
}
