/**
 * Reads of arrays at places that exist. Each reads one type of array and is so small that the compiler writes it into
 * its callers. None may read beyond the end: the reads of all callers would then become slow.
 */

export function u8At(values: Uint8Array, at: number): number {
  return values[at]!;
}

export function u16At(values: Uint16Array, at: number): number {
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

/** Of lists of numbers. */
export function numberAt<Value extends number>(values: readonly Value[], at: number): Value {
  return values[at]!;
}

/** Of lists of objects or texts. */
export function itemAt<Item extends object | string>(items: readonly Item[], at: number): Item {
  return items[at]!;
}

/** A copy of an array with room for `size` values. */
export function larger<Values extends Uint8Array | Uint32Array | Int32Array | Float64Array>(
  values: Values,
  size: number,
): Values {
  const copy = new (values.constructor as new (length: number) => Values)(size);
  copy.set(values as never);
  return copy;
}
