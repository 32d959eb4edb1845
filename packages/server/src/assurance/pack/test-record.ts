import type { EntityType, Subject } from '@gatehouse/matching';

/** What of a list entry a record tests. */
export const testedFacts = [
  'primary',
  'strong',
  'weak',
  'former',
  'original',
  'birth-date',
  'identifier',
  'wallet',
] as const;
export type TestedFact = (typeof testedFacts)[number];

/** What a screening of a record should find. */
export type Expected =
  | { readonly kind: 'entry'; readonly source: string; readonly entityId: string }
  | { readonly kind: 'hit' }
  | { readonly kind: 'none' };

/** Where a record is counted. */
export interface RecordGroup {
  /** Source id of the list; empty for records of no list. */
  readonly list: string;
  readonly entityType: EntityType | 'any';
  /** A tested fact, or of records of no list where they come from: `made-up`, `customers`, `file`. */
  readonly fact: TestedFact | 'made-up' | 'customers' | 'file';
  /** The manipulation; of made-up records the script or kind of name. */
  readonly way: string;
}

/** One line of a test pack. */
export interface TestRecord {
  readonly id: string;
  readonly group: RecordGroup;
  readonly subject: Subject;
  /** What the list publishes, before the manipulation. */
  readonly original: string;
  readonly expected: Expected;
}

/** A record's type of party as a caller would state it. */
export function subjectType(type: EntityType): Subject['type'] {
  if (type === 'individual') return 'individual';
  return type === 'other' ? 'any' : 'corporate';
}
