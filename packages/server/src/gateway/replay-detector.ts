/** How many signed bodies of a node are remembered; the oldest is evicted. */
const remembered = 50_000;

/**
 * Whether a key sent the very same bytes before: its signature is the same then. The interface has no nonce, so a captured
 * call cannot be distinguished from a repeated one; that it came again can be seen. Of this process, and of its last calls alone.
 */
export class ReplayDetector {
  readonly #seen = new Set<string>();

  /** Remembers a call; returns whether it came before. */
  record(apiKey: string, sign: string): boolean {
    // A third of the signature tells bodies apart.
    const key = `${apiKey} ${sign.slice(0, 24)}`;
    if (this.#seen.has(key)) return true;
    this.#seen.add(key);
    if (this.#seen.size > remembered) {
      const [oldest] = this.#seen;
      this.#seen.delete(oldest!);
    }
    return false;
  }
}
