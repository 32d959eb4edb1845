import type { ListEngine } from '@gatehouse/contract';
import type { Subject, WatchlistRow } from '@gatehouse/matching';
import type { FollowedCustomer } from '../customers/index.ts';
import type { SharedListVersion } from '../lists/index-files/index.ts';
import type { ListEngineChoice, RulingFacts } from '../screening/index.ts';

/** What the main thread and the thread of monitoring say to each other. All of it is copied, but the buffers. */

/** A customer as the thread takes one. */
export type WatchedCustomer = Pick<FollowedCustomer, 'customerId' | 'subject' | 'stated'> & {
  /** Subjects as they were screened once, in place of what is stated. */
  readonly subjects?: readonly { readonly key: string; readonly subject: Subject }[];
};

/** What a run searches. */
export interface RunSearch {
  readonly lists: readonly SharedListVersion[];
  /** The tenant's own list, where an engine of the run searches it. */
  readonly watchlist: readonly WatchlistRow[];
  /** What is looked for: entries by id and whole lists; null is every entry of every list. */
  readonly changed: { readonly entryIds: readonly string[]; readonly sources: readonly string[] } | null;
  /** Engines with their settings, one choice for each screening node of the workflow. */
  readonly engines: readonly ListEngineChoice[];
  /** Several settings in place of `engines`, in one pass: each hit says which of them have it. */
  readonly variants?: readonly (readonly ListEngineChoice[])[];
  /** Of `variants`: no more hits than each engine shows. */
  readonly isBounded?: boolean;
}

/** A hit on an entry that a run looks for. */
export interface MonitoredHit {
  readonly engine: ListEngine;
  readonly entityId: string;
  readonly source: string;
  readonly category: string;
  readonly subCategory: string;
  readonly entityFacts: RulingFacts;
  /** The entry's primary name. */
  readonly name: string;
  /** Of a search with `variants`: the numbers of those that have this hit. */
  readonly variants?: readonly number[];
}

/** The result of screening a customer or one of its parties. */
export interface ScreenedSubject {
  /** `self`, or the key of the party. */
  readonly key: string;
  readonly hits: readonly MonitoredHit[];
  readonly subjectFacts: RulingFacts | null;
  /** Why it could not be screened; the others are. */
  readonly failure?: string;
}

export interface ScreenedCustomer {
  readonly customerId: string;
  readonly subjects: readonly ScreenedSubject[];
}

/** What can be asked of the thread. */
export interface ThreadCalls {
  /** Takes in customers of a scope, in place of what was known of them; those to be forgotten by id. */
  watch: {
    readonly send: {
      readonly scope: string;
      readonly customers: readonly WatchedCustomer[];
      readonly gone: readonly string[];
    };
    /** How many are known now; parties are subjects too. */
    readonly answer: { readonly customers: number; readonly subjects: number };
  };
  /** Forgets every customer of a scope. */
  forget: { readonly send: { readonly scope: string }; readonly answer: null };
  /** Finds whom the entries of a run may concern, in the order of their ids. */
  start: {
    readonly send: {
      readonly runId: string;
      readonly scope: string;
      readonly search: RunSearch;
      /** The only customer to screen; null for all. */
      readonly customerId: string | null;
    };
    readonly answer: {
      readonly considered: number;
      readonly concerned: number;
      readonly entries: number | null;
    };
  };
  /** Screens the next of them, about `limit` subjects, and every party of the last. */
  screen: {
    readonly send: { readonly runId: string; readonly after: string | null; readonly limit: number };
    readonly answer: {
      readonly customers: readonly ScreenedCustomer[];
      /** The last customer looked at, screened or gone meanwhile; null when there was none. */
      readonly last: string | null;
      readonly isLast: boolean;
    };
  };
  end: { readonly send: { readonly runId: string }; readonly answer: null };
}

export type ThreadCallName = keyof ThreadCalls;

export interface ThreadQuestion<Name extends ThreadCallName = ThreadCallName> {
  readonly id: number;
  readonly name: Name;
  readonly send: ThreadCalls[Name]['send'];
}

export type ThreadReply =
  | { readonly id: number; readonly ok: true; readonly answer: unknown }
  | { readonly id: number; readonly ok: false; readonly error: unknown };
