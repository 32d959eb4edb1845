/**
 * Traversal: executes a plan. Postings are read block by block; two upper bounds, the cheapest first, drop names that
 * cannot reach the threshold. The caller scores the others, and raises the threshold as hits come in.
 */
export { NameSearch } from './name-search.ts';
