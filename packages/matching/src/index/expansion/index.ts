/**
 * Expansion of query terms: the list tokens that each query token may match, with similarity and weight. Fuzzy expansion
 * goes by symmetric deletes and by sound. Several query tokens may match one list token, and one may match several.
 * Everything after this works on numbers alone.
 */
export { TokenExpander } from './token-expander.ts';
