/** What an engine accepts as a hit. A policy decides what is shown; it never changes how things are scored. */

export interface MatchPolicy {
  /** Engine whose policy it is, for records. */
  engine: string;
  /** A hit's name must score this much, unless an identifier is equal. */
  minNameScore: number;
  /** A hit must score this much, corroboration included. */
  minScore: number;
  /** Only the same tokens (any order, case, punctuation, script) or an equal identifier. */
  exactOnly: boolean;
  /** Weak aliases: all of them, those matched exactly, or none. */
  weakAliases: 'all' | 'exact' | 'none';
  maxHits: number;
}
