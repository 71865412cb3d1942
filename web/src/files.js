// Files in a browser without a server. Where the browser can write files, the page keeps the file that the user picked.
// Otherwise the page reads a copy, and saving downloads the text.

/** The largest file in bytes, as everywhere in Alfil. */
const MOST = 1_048_576;
const TYPES = [{ description: 'Definition', accept: { 'application/yaml': ['.yaml', '.yml'] } }];
/** Whether the browser can write files that the user picks. */
export const canWrite = 'showSaveFilePicker' in globalThis;

/** A file picker without permission to write. Returns `{file, handle: null}`, or null. */
export const pickToRead = () => new Promise((done) => {
  const input = Object.assign(document.createElement('input'), { type: 'file' });
  input.onchange = () => done(input.files[0] ? { file: input.files[0], handle: null } : null);
  input.oncancel = () => done(null);
  input.click();
});

/** Waits for a picker; null if the user closed it. */
async function picked(picker) {
  try { return await picker; } catch (error) {
    if (error.name === 'AbortError') return null;
    throw error;
  }
}

/**
 * The file of the page. `ask` asks the engine, which knows line endings. Texts have line feeds; a saved file keeps
 * its own line endings and byte order mark.
 */
export function files(ask) {
  let handle = null;

  async function content(file) {
    if (file.size > MOST) throw new Error(`the file has more than ${MOST} bytes, which is too much for a definition`);
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer());
    } catch { throw new Error('the file is not text in UTF-8'); }
  }
  const unpack = (raw) => ask('unpack-file', { raw });
  /** The content of the file; null if it is gone. */
  async function present() {
    try { return await content(await handle.getFile()); } catch (error) {
      if (error.name === 'NotFoundError') return null;
      throw error;
    }
  }
  async function put(bytes) {
    const writer = await handle.createWritable();
    await writer.write(bytes);
    await writer.close();
  }

  return {
    /** Lets the user pick any file to read. Returns `{file, handle}`, or null; without a handle, the page may not write it. */
    async pick() {
      if (!canWrite) return pickToRead();
      const chosen = await picked(showOpenFilePicker());
      return chosen && { file: await chosen[0].getFile(), handle: chosen[0] };
    },
    /** Makes a picked file the file of the page, or ends that with null. */
    adopt(chosen) { handle = chosen; },
    /** Lets the user pick a file to write `text` to. Returns the document, or null. */
    async saveAs(text, suggestedName) {
      const chosen = await picked(showSaveFilePicker({ types: TYPES, suggestedName }));
      if (!chosen) return null;
      handle = chosen;
      await put(text);
      return { name: handle.name, file: true, saved: text };
    },
    isOpen: () => handle !== null,
    /** The text of the file. */
    async look() {
      const raw = await present();
      return { saved: raw === null ? null : await unpack(raw) };
    },
    /** Writes `text` if the text of the file is still `before`, like the server. */
    async save(text, before) {
      const raw = await present();
      const theirs = raw === null ? null : await unpack(raw);
      if (theirs !== before) return { conflict: true, saved: theirs };
      await put(raw === null ? text : await ask('pack-file', { raw, text }));
      return { saved: text, lost: [] };
    },
  };
}
