/** An LRU cache of texts in two maps, new and old: it keeps between `size` and twice `size` entries. */
export class LruCache<Value> {
  readonly #size: number;
  #latest = new Map<string, Value>();
  #older = new Map<string, Value>();

  constructor(size: number) {
    this.#size = size;
  }

  get(key: string): Value | undefined {
    const value = this.#latest.get(key);
    if (value !== undefined) return value;
    const older = this.#older.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: string, value: Value): void {
    if (this.#latest.size >= this.#size) {
      this.#older = this.#latest;
      this.#latest = new Map();
    }
    this.#latest.set(key, value);
  }
}
