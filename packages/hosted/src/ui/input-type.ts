/** The type of a field of text; Preact's types want each to be written out, which a computed one cannot be. */
export function inputType(type: 'text' | 'email' | 'tel' | 'url'): { readonly type: 'text' } {
  return { type: type as 'text' };
}
