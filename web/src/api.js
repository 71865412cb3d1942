// Questions to the server. The token stands behind the `#` of the address, which browsers send nobody.

const token = location.hash.match(/^#([0-9a-f]{32})(?:&|$)/)?.[1] ?? sessionStorage.getItem('token') ?? '';
if (token) sessionStorage.setItem('token', token);

const asked = new Map();

/** Why a newer question has taken the place of an older one. */
export const OVERTAKEN = Symbol('overtaken');

/**
 * The answer to a question. Of two questions in one `lane` the newer wins: the older one is broken off, on the server
 * as well, and gives OVERTAKEN. `{error}` says why there is no answer.
 */
export async function ask(name, question = {}, lane = name) {
  asked.get(lane)?.abort();
  const control = new AbortController();
  asked.set(lane, control);
  try {
    const response = await fetch(`/api/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(question),
      signal: control.signal,
    });
    if (response.headers.get('content-type') !== 'application/json') {
      const why = response.status === 401
        ? 'this page was opened without its key: take the whole address that alfil studio printed'
        : `the server answers ${response.status}`;
      return { error: why, gone: response.status === 401 };
    }
    return await response.json();
  } catch (error) {
    if (control.signal.aborted) return OVERTAKEN;
    return { error: 'the server has gone; the text is kept in this browser', gone: true };
  } finally {
    if (asked.get(lane) === control) asked.delete(lane);
  }
}

/** Breaks off the question of a lane, if there is one. */
export const drop = (lane) => asked.get(lane)?.abort();

/** An element with attributes and children. */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same of SVG. */
export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** The element with this id. */
export const $ = (id) => document.getElementById(id);

/** Pictures that were read, each from the text of one; reading takes longer than copying. */
const drawn = new Map();
/** How many are kept. */
const MAX_DRAWN = 512;

/** A piece drawn by the server, in a box of 100 by 100. */
export function man(glyphs, glyph, badge) {
  const words = glyphs[glyph] ?? '';
  if (!drawn.has(words)) {
    const read = s('g', { 'stroke-linejoin': 'round', 'stroke-linecap': 'round' });
    read.innerHTML = words;
    if (drawn.size === MAX_DRAWN) drawn.clear();
    drawn.set(words, read);
  }
  const group = drawn.get(words).cloneNode(true);
  if (badge) {
    group.append(
      s('circle', { cx: 82, cy: 20, r: 13, class: 'badge' }),
      s('text', { x: 82, y: 27, class: 'badgetext' }, badge),
    );
  }
  return group;
}

/** The same as a picture of its own. */
export function portrait(glyphs, glyph, badge) {
  return s('svg', { viewBox: '0 0 100 100', class: 'portrait', 'aria-hidden': 'true' }, man(glyphs, glyph, badge));
}
