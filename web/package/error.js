// Errors of the package.

/** The codes of errors that are no findings. */
export const CODES = { refused: 'refused', engine: 'engine-failed' };

/**
 * An error with the code and the text of a finding. `findings` has all findings of a definition or a position. A question
 * that the engine refuses for another reason has the code `refused`.
 */
export class AlfilError extends Error {
  constructor(code, message, findings = []) {
    super(message);
    this.name = 'AlfilError';
    this.code = code;
    this.findings = findings;
  }

  /** The error of the first finding that is an error. */
  static of(findings) {
    const first = findings.find(({ severity }) => severity === 'error') ?? findings[0];
    if (!first) return new AlfilError(CODES.refused, 'this is no game');
    return new AlfilError(first.code, [first.title, first.reason, first.help].filter(Boolean).join('; '), findings);
  }
}
