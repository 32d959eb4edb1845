/**
 * Reads of arrays at places that exist. Each reads one type of array and is so small that the compiler writes it into
 * its callers. None may read beyond the end: the reads of all callers would then become slow.
 */

export function u8At(values: Uint8Array, at: number): number {
  return values[at]!;
}

export function u32At(values: Uint32Array, at: number): number {
  return values[at]!;
}

export function i32At(values: Int32Array, at: number): number {
  return values[at]!;
}

export function f64At(values: Float64Array, at: number): number {
  return values[at]!;
}

/** Of arrays of numbers or objects. */
export function itemAt<Item>(items: ArrayLike<Item>, at: number): Item {
  return items[at]!;
}
