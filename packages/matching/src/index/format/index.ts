/**
 * File format: one buffer of typed sections for each list version. `IndexBuilder` writes it, `openIndex` reads it without
 * a copy, and threads share it. It holds the token dictionary with symmetric deletes, postings of tokens and of pairs of
 * frequent tokens, names in blocks, and what a hit shows. Nothing here knows of queries.
 */
export { NumberList } from './hash-buckets.ts';
export { buildDictionaryIndex, buildIndex, IndexBuilder, type IndexMeta } from './index-builder.ts';
export { type ListIndex, type OpenOptions, openIndex } from './list-index.ts';
export { engineVersion, IndexFormatError } from './sections.ts';
