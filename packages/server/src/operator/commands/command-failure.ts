/** A command cannot do what it was asked; `message` is one line for whoever typed it. Ends with exit code 1. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
}
