/** Tokens from–to (exclusive) of one side that matched tokens from–to of the other. */
export interface AlignedPart {
  queryFrom: number;
  queryTo: number;
  listFrom: number;
  listTo: number;
  similarity: number;
  weight: number;
  /** Counts only where all else agrees, see `isSlightMatch`. */
  isSlight?: boolean;
  /** A small word of a person's name, matched by its like, or by several tokens written together. */
  isParticle?: boolean;
}
