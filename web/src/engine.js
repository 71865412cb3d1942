// The engine: a WebAssembly module that answers the questions of the page.

const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

/**
 * Starts a compiled module. Returns a function from the text of a question to the text of its answer. After it has thrown
 * an error, the engine cannot be used again.
 */
export function engine(module) {
  const { memory, room, answer, content } = new WebAssembly.Instance(module, { alfil: { now: () => performance.now() } }).exports;
  // Addresses are unsigned, but numbers from WebAssembly are signed. Each call may enlarge the memory, which replaces its buffer.
  return (question) => {
    const bytes = encoder.encode(question);
    const at = room(bytes.length) >>> 0;
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const length = answer() >>> 0;
    return decoder.decode(new Uint8Array(memory.buffer, content() >>> 0, length));
  };
}
