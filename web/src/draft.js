// Text that was not saved, kept by the browser: each tab has a place of its own, which the next tab takes over once that
// one has gone.

const TAB = 'alfil:tab';
let own = null;
let release = () => {};

/** Holds a place for this tab for as long as it lives; a tab that was copied from another gets a new one. */
async function settle() {
  const hold = (name) => new Promise((done) => {
    navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      done(Boolean(lock));
      return lock ? new Promise((end) => { release = end; }) : null;
    });
  });
  own = sessionStorage.getItem(TAB);
  if (!own || !(await hold(own))) {
    own = crypto.randomUUID();
    sessionStorage.setItem(TAB, own);
    await hold(own);
  }
}

const key = (name, tab = own) => `alfil:${name}:${tab}`;

/** Keeps `draft` (`{text, ...}`) of the document `name`; null forgets it. */
export function keep(name, draft) {
  try {
    if (draft) localStorage.setItem(key(name), JSON.stringify({ ...draft, at: Date.now() }));
    else localStorage.removeItem(key(name));
  } catch { /* a browser that keeps nothing: the text stays in this tab */ }
}

/** What this tab kept of `name`, or else the newest of what tabs kept that have gone. */
export async function find(name) {
  try {
    await settle();
    const mine = localStorage.getItem(key(name));
    if (mine !== null) return JSON.parse(mine);
    const { held } = await navigator.locks.query();
    const alive = new Set(held.map((lock) => lock.name));
    const left = Object.keys(localStorage).filter((one) => one.startsWith(key(name, '')) && !alive.has(one.slice(key(name, '').length)));
    const drafts = left.map((one) => ({ one, draft: JSON.parse(localStorage.getItem(one)) })).sort((a, b) => b.draft.at - a.draft.at);
    if (!drafts.length) return null;
    keep(name, drafts[0].draft);
    localStorage.removeItem(drafts[0].one);
    return drafts[0].draft;
  } catch { return null; }
}

/** The next tab may take over what this one kept: its server has gone. */
export const leave = () => release();
