import type { KeptCounts, RetentionBasis } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';
import type { ErasedRows, StepTools } from '../erasure/index.ts';
import type { Scope } from '../lib/scope.ts';
import type { PersonalKeys } from '../personal-keys/index.ts';

export type KeptReason = keyof KeptCounts;

/** Up to which instant things of a kind go. */
export interface Age {
  readonly cutoff: Date;
  readonly basis: RetentionBasis;
}

/** Something that is old enough, and why it stays all the same. */
interface Candidate {
  readonly key: string;
  readonly kept: KeptReason | null;
}

export interface CandidatePage {
  readonly candidates: readonly Candidate[];
  /** What was looked at last; undefined: there is no more. */
  readonly next: string | undefined;
}

/** Adds to the report what a transaction took. @throws RunEnded where somebody cancelled the run */
type SaveRemoved = (tx: Tx, removed: number, rows: ErasedRows) => Promise<void>;

export interface RemovalTools extends StepTools {
  readonly personalKeys: PersonalKeys;
}

/** A kind of data that goes by age. */
export interface AgingKind {
  /** Whether there is some that belongs to a tenant as a whole. */
  readonly ofTenant?: true;
  /** How many things go in one run although no run before took as many, and nobody is asked. */
  readonly unasked: number;
  /** Some things in the order of their keys, and which of them are old enough. Looks at no more than a bounded number. */
  findPage(tx: Tx, scope: Scope, of: Age & { readonly after: string }): Promise<CandidatePage>;
  /** Takes things away, looking once more whether they go; files first. */
  remove(tools: RemovalTools, scope: Scope, of: Removal): Promise<void>;
}

interface Removal extends Age {
  readonly keys: readonly string[];
  /** What the page of the keys was found after. */
  readonly after: string;
  readonly runId: string;
  readonly save: SaveRemoved;
}

/** Before the first key of any kind. */
export const firstKey = '';

/** Things that one statement looks at. */
export const pageSize = 500;

interface PageRow {
  readonly key: string;
  readonly due: boolean;
  readonly kept: KeptReason | null;
}

/** A page from rows that a statement looked at, in the order of their keys; `due`: old enough. */
export function pageOf(rows: readonly PageRow[]): CandidatePage {
  return {
    candidates: rows.filter(({ due }) => due).map(({ key, kept }) => ({ key, kept })),
    next: rows.length < pageSize ? undefined : rows.at(-1)!.key,
  };
}
