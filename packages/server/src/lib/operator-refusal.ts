/**
 * Something cannot be done until the operator puts right what `message` names: one line, without a
 * secret, that also says what would be right. Commands print it without a stack.
 */
export class OperatorRefusal extends Error {
  override readonly name = 'OperatorRefusal';
}

/**
 * Runs a step that fails mostly for reasons of its surroundings (files, ports, the database): such a failure
 * comes out as an `OperatorRefusal`, a fault of ours as it was thrown. `what` precedes messages of the
 * system, which name no subject.
 */
export async function asOperatorRefusal<T>(what: string, step: () => T | Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (cause) {
    if (!(cause instanceof Error) || cause instanceof OperatorRefusal || isFault(cause)) throw cause;
    const isWorded = cause.constructor === Error && !('code' in cause);
    const message = isWorded ? cause.message : `${what}: ${cause.message}`;
    throw new OperatorRefusal(message.replace(/\s*\n\s*/g, ' '), { cause });
  }
}

/** Errors of the language are ours; plain ones are worded for people, and those of the system carry a code. */
function isFault(error: Error): boolean {
  const ofLanguage = [TypeError, RangeError, ReferenceError, SyntaxError, EvalError, URIError];
  if (ofLanguage.some((kind) => error instanceof kind)) return true;
  return error.constructor !== Error && !('code' in error);
}
