// The browser keeps unsaved text. Each tab has a slot of its own, and a new tab takes over the slot of a
// closed one.

const TAB = 'alfil:tab';
let own = null;
let release = () => {};

let settled = null;

/** Reserves a slot for this tab while it lives, at the first call; a duplicated tab gets a new one. */
const settle = () => { settled ??= reserve(); return settled; };

async function reserve() {
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

/** Stores `draft` (`{text, ...}`) of the document `name`; null removes it. */
export function keep(name, draft) {
  try {
    if (draft) localStorage.setItem(key(name), JSON.stringify({ ...draft, at: Date.now() }));
    else localStorage.removeItem(key(name));
  } catch { /* a browser that keeps nothing: the text stays in this tab */ }
}

/** Returns the draft of `name` in this tab, or else the newest one of closed tabs. */
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

/** Releases the slot, because the server has ended; another tab may take it over. */
export const leave = () => release();
