/** How names of a list count by what kind they are published as. */
import type { NameKind } from '../entry.ts';

/** What a name of each kind is worth against a primary one. */
export const KIND_FACTOR: Record<NameKind, number> = {
  primary: 1,
  strong: 1,
  original: 1,
  former: 0.98,
  weak: 0.92,
};
