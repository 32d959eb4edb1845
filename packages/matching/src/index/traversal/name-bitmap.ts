/** A bitmap of names that were checked: it stays in the caches where nothing else of a large index does. */
/** After so many names all bits are cleared at once. */
const MAX_LISTED = 2048;

export class NameBitmap {
  readonly #bits: Uint32Array;
  readonly #listed = new Int32Array(MAX_LISTED);
  #size = 0;

  constructor(names: number) {
    this.#bits = new Uint32Array((names >>> 5) + 1);
  }

  has(name: number): boolean {
    return (this.#bits[name >>> 5]! & (1 << (name & 31))) !== 0;
  }

  add(name: number): void {
    this.#bits[name >>> 5]! |= 1 << (name & 31);
    if (this.#size < MAX_LISTED) this.#listed[this.#size] = name;
    this.#size++;
  }

  clear(): void {
    if (this.#size > MAX_LISTED) this.#bits.fill(0);
    else for (let i = 0; i < this.#size; i++) this.#bits[this.#listed[i]! >>> 5] = 0;
    this.#size = 0;
  }
}
