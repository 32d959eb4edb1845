import type { EngineChoice, ListEngine, WatchlistEntry } from '@gatehouse/contract';
import type { EntityJoin, EntryDetails, ListEntry, ScreenResult, Subject } from '@gatehouse/matching';
import type { SharedListVersion } from '../lists/index-files/index.ts';
import type { IdentifiedEntry, PartyToIdentify } from './identify-entries.ts';
import type { RelatedEntries } from './related-entries.ts';

/** What the main thread and the screening threads say to each other. All of it is copied, but the buffers. */

/** An index in shared memory, and the key under which a thread keeps it open. */
export interface IndexReference {
  readonly key: string;
  readonly buffer: SharedArrayBuffer;
}

/** A version of a published list, and the key under which a thread keeps it open. */
export interface ListReference {
  readonly key: string;
  /** The same for versions whose base is the same: a thread opens that once. */
  readonly baseKey: string;
  readonly index: SharedListVersion;
}

/** The engines that threads work for. */
export type ListEngineChoice = Pick<EngineChoice, ListEngine>;

/** One request as a thread works on it. */
export interface ThreadRequest {
  readonly subjects: readonly Subject[];
  readonly engines: ListEngineChoice;
  /** The tenant's own list, for WATCHLIST; absent when it has no entry. */
  readonly watchlist?: IndexReference;
  /** Whether the answer has what hits leave out of their entries, and which of them are one entity. */
  readonly withDetails?: boolean;
}

/** Requests that waited together travel in one message. */
export interface ScreenMessage {
  /** The active lists; a thread closes what is not among them. */
  readonly lists: readonly ListReference[];
  readonly requests: readonly ThreadRequest[];
}

/** What each chosen engine found for one subject. */
export type EngineResults = Partial<Record<ListEngine, ScreenResult>>;

/** Details of the entries that were hit, by entity id, where their lists have any. */
type DetailsById = ReadonlyMap<string, EntryDetails>;

/** What is known of the entries that were hit, beyond the hits themselves. */
export interface HitEntities {
  readonly details: DetailsById;
  /** For each subject, which of its entries are one entity. */
  readonly joins: readonly (readonly EntityJoin[])[];
}

/** Asks for entries of the active lists, or of a tenant's own. */
export interface FindEntriesMessage {
  readonly lists: readonly ListReference[];
  /** The tenant's own list, where entries are of that. */
  readonly watchlist?: IndexReference;
  readonly wanted: readonly { readonly source: string; readonly entityId: string }[];
}

/** Asks which of the hits of one subject are one entity, the best hits first. */
export interface JoinMessage {
  readonly lists: readonly ListReference[];
  /** The tenant's own list, where hits are of that. */
  readonly watchlist?: IndexReference;
  readonly hits: readonly { readonly source: string; readonly entityId: string }[];
}

/** One request's outcome; one that fails does not take those beside it along. */
export type ThreadResponse =
  | ({ readonly ok: true; readonly results: readonly EngineResults[] } & HitEntities)
  | { readonly ok: false; readonly error: unknown };

/** Asks for the index of a tenant's own list. */
export interface WatchlistMessage {
  readonly version: string;
  readonly entries: readonly WatchlistEntry[];
}

/** Asks for one subject to be screened against entries that no list holds, such as those of a hosted data set. */
export interface EntriesMessage {
  readonly subject: Subject;
  readonly engines: ListEngineChoice;
  readonly entries: readonly ListEntry[];
}

/** Entries with their relations, and which parties they are. */
export interface RelatedAnswer extends RelatedEntries {
  readonly identified: readonly IdentifiedEntry[];
}

/** Asks how entries of the active lists are related to others. */
export interface RelatedMessage {
  readonly lists: readonly ListReference[];
  readonly entityIds: readonly string[];
  /** Parties whose entries are looked for, and then read too. */
  readonly parties: readonly PartyToIdentify[];
}
