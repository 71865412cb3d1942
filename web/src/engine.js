// The engine: a WebAssembly module that answers the questions of the page.

const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

/** What the module imports. */
export const imports = { alfil: { now: () => performance.now() } };

/**
 * Starts a compiled module. Returns a function from the text of a question to the text of its answer. After it has thrown
 * an error, the engine cannot be used again.
 */
export const engine = (module) => conversation(new WebAssembly.Instance(module, imports));

/** The same for an instance. */
export function conversation({ exports: { memory, room, answer, content } }) {
  // Addresses are unsigned, but numbers from WebAssembly are signed. Each call may enlarge the memory, which replaces its buffer.
  return (question) => {
    const bytes = encoder.encode(question);
    const at = room(bytes.length) >>> 0;
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const length = answer() >>> 0;
    return decoder.decode(new Uint8Array(memory.buffer, content() >>> 0, length));
  };
}
