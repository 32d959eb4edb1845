import type { Engine } from '@gatehouse/contract';

/** Why something cannot be screened again as on its day. */
export type NotRepeatable =
  /** The store never had this version active, or is another one. */
  | { readonly reason: 'LIST_VERSION_UNKNOWN'; readonly source: string; readonly version: string }
  | {
      /** A file of the version, or one that it is the difference to, is gone or is not what it was. */
      readonly reason: 'LIST_FILE_MISSING' | 'LIST_FILE_CHANGED';
      readonly source: string;
      readonly version: string;
      readonly file: string;
      /** Of the content that is missing or changed. */
      readonly sha256: string;
    }
  | { readonly reason: 'ENGINE_NOT_KEPT'; readonly engineVersion: string }
  | { readonly reason: 'ENGINE_CHANGED'; readonly engineVersion: string; readonly message: string }
  /** Before this moment the tenant's list was not kept in versions. */
  | { readonly reason: 'WATCHLIST_NOT_KEPT'; readonly keptSince: number }
  | { readonly reason: 'WATCHLIST_ERASED'; readonly entries: string[] }
  /** A search of the internet, or of a hosted data set: its evidence is kept, its answer cannot be had again. */
  | { readonly reason: 'OUTSIDE_SERVICE'; readonly engine: Engine }
  | { readonly reason: 'SUBJECT_NOT_KEPT' };

/** A hit that is not the same as on its day. */
export interface HitDifference {
  readonly hitId: string;
  /** `missing`: stored, and not found again; `added`: found now alone; `changed`: other bytes. */
  readonly kind: 'missing' | 'added' | 'changed';
}

/** What one engine found for one subject. */
export interface RepeatedEngine {
  readonly engine: Engine;
  /** Of a step with several subjects, which one. */
  readonly subjectIndex: number;
  readonly state: 'SAME' | 'DIFFERENT' | 'NOT_REPEATABLE';
  /** Stored hits. */
  readonly hits: number;
  /** SHA-256 of the stored hits, as JSON in their order. */
  readonly sha256: string;
  readonly differences: HitDifference[];
  readonly why: NotRepeatable | null;
}

/** What the past engine ran on, now and when it was archived. */
export interface EngineRuntime {
  readonly engineVersion: string;
  /** SHA-256 of the engine's file. */
  readonly sha256: string;
  readonly archivedOn: RuntimeVersions;
  readonly ranOn: RuntimeVersions;
}

interface RuntimeVersions {
  readonly node: string;
  readonly icu: string;
  readonly unicode: string;
}

/** One screening of an execution or quick scan, run again. */
export interface RepeatedScreening {
  /** The node run of an execution; null for a quick scan. */
  readonly sequence: number | null;
  readonly nodeId: string | null;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly engineVersion: string | null;
  readonly lists: Readonly<Record<string, string>>;
  readonly runtime: EngineRuntime | null;
  readonly results: RepeatedEngine[];
}

/** The answer for an execution or quick scan. */
export type AsOfReport =
  | {
      readonly kind: 'repeated';
      readonly of: 'execution' | 'quickscan';
      readonly id: string;
      readonly screenings: RepeatedScreening[];
    }
  /** Its data is gone; its audit records prove that it was there. */
  | {
      readonly kind: 'erased';
      readonly of: 'execution' | 'quickscan';
      readonly id: string;
      /** Records of the audit log, whose details are hashes now. */
      readonly auditRecords: string[];
    }
  | { readonly kind: 'notFound' };
