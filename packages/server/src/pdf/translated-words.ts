/** The form of a table of words that the English one has: texts, and sentences of values. */
export type Translated<Words> = Words extends string
  ? string
  : Words extends (...params: infer Params) => string
    ? (...params: Params) => string
    : { readonly [Key in keyof Words]: Translated<Words[Key]> };

/** The texts with each value in a sentence ordered by itself. */
export function withIsolatedValues<Texts>(texts: Texts, isolate: (value: string) => string): Texts {
  const isolatedIn = (value: unknown): unknown => {
    if (typeof value === 'string') return isolate(value);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, isolatedIn(each)]));
  };
  const wrapped = (text: unknown): unknown => {
    if (typeof text === 'function')
      return (...values: unknown[]) => (text as (...all: unknown[]) => string)(...values.map(isolatedIn));
    if (typeof text !== 'object' || text === null) return text;
    if (Array.isArray(text)) return text.map(wrapped);
    return Object.fromEntries(Object.entries(text).map(([name, each]) => [name, wrapped(each)]));
  };
  return wrapped(texts) as Texts;
}
