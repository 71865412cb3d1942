// The parts of a move that a player has selected so far, in the tree of legal moves from the server. This module
// contains no rule: it only follows branches.

/** A branch that is only the name of a cell completes the stem of its node. */
const full = (node) => { node.list ??= node.branches.map((one) => (typeof one === 'string' ? { cell: one, text: node.stem + one } : one)); return node.list; };
const byCell = (node) => { node.cells ??= new Map(full(node).filter((one) => one.cell !== undefined).map((one) => [one.cell, one])); return node.cells; };
const key = (one) => JSON.stringify([one.cell, one.hand, one.section?.name, one.words, one.cells]);

/** Creates the parts of one board. */
export function parts() {
  let tree = { branches: [], stem: '' };
  let path = [];
  /** The cells that are selected of a set, such as the pieces that one move captures. */
  let chosen = [];
  const node = () => (path.length ? path.at(-1).next : tree);
  const sets = () => full(node()).filter((one) => one.cells);
  const fitting = () => sets().filter((one) => chosen.every((name) => one.cells.includes(name)));
  /** The set that has exactly the selected cells. */
  const exact = () => fitting().find((one) => one.cells.length === chosen.length);

  return {
    /** Takes over the tree of a position. With `keep`, the parts stay if the tree still has them. */
    show(next, keep) {
      const before = keep ? path : [];
      const cells = keep ? chosen : [];
      tree = next;
      path = [];
      chosen = [];
      for (const step of before) {
        const found = full(node()).find((one) => key(one) === key(step));
        if (!found?.next) { path = []; return; }
        path.push(found);
      }
      chosen = cells;
    },
    node,
    depth: () => path.length + chosen.length,
    /** The first part, such as the piece that moves. */
    first: () => path[0],
    /** The cell of the last part. */
    spot: () => chosen.at(-1) ?? path.at(-1)?.cell,
    /** What a click on a cell selects at the root, whatever is selected now. */
    root: (name) => byCell(tree).get(name),
    /** The branches at the root for which `is` holds. */
    roots: (is) => full(tree).filter(is),
    branches: () => full(node()),
    /** The cells of the next part, and the branch of each if there is only one. */
    targets() {
      const cells = new Map(byCell(node()));
      for (const set of fitting()) for (const name of set.cells) if (!chosen.includes(name)) cells.set(name, null);
      return cells;
    },
    /** Selects a branch. Returns the text of the move if it is complete. */
    take(branch) {
      chosen = [];
      if (branch.text !== undefined) { path = []; return branch.text; }
      path.push(branch);
      return null;
    },
    /** Selects a cell of a set. Returns the branch if only one is left. */
    mark(name) {
      chosen.push(name);
      const fits = fitting();
      return fits.length === 1 ? fits[0] : null;
    },
    /** Takes the last part back. */
    undo() { if (chosen.length) chosen.pop(); else path.pop(); },
    exact,
    clear() { path = []; chosen = []; },
    chosen: () => chosen,
  };
}
