// Makes a page of one game: a file that opens everywhere, with the engine, the game and its rules inside.

/** Replaces the content of the first element whose start tag ends with `sign`. */
function fill(page, sign, content) {
  const from = page.indexOf(sign);
  const to = page.indexOf('<', from + sign.length);
  if (from < 0 || to < 0) throw new Error('the parts of the page are damaged');
  return page.slice(0, from + sign.length) + content + page.slice(to);
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The text of the page that begins with `begin`, see `browser`. `empty` is a page with the engine and perhaps another game. */
export function wholePage(empty, begin) {
  // Within a script element, only `<` could begin its end.
  const data = JSON.stringify(begin).replaceAll('<', '\\u003c');
  return fill(fill(empty, '<title>', escaped(begin.title)), 'id="alfil">', data);
}

/** Puts the packed engine into the parts of a page: `page` as the build wrote it, and the `letters` of the engine. */
export const withEngine = (page, letters) => fill(page, 'id="module">', letters);
