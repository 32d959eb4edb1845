/**
 * Name screening: lists in, explained hits out. Pure: no input or output, no clock, no threads. The caller reads
 * files and stores indexes.
 */
export { type CompareOptions, type Comparison, compare } from './compare.ts';
export { parseBirth } from './dates.ts';
export type { CompositeScanSettings } from './engines/composite-scan.ts';
export type { GlobalCheckSettings } from './engines/global-check.ts';
export type { MatchPolicy } from './engines/policy.ts';
export type { RiskListsSettings } from './engines/risk-lists.ts';
export { enginePolicies } from './engines/table.ts';
export type {
  Address,
  Category,
  DateInterval,
  EntityType,
  EntryDetails,
  Identifier,
  ListEntry,
  ListName,
  NameKind,
  Relation,
  RelationKind,
} from './entry.ts';
export type { Reason } from './features/feature.ts';
export { invalidIdentifiers } from './features/identifier.ts';
export type { HitEntry } from './hit-entry.ts';
export {
  chainName,
  checkIdentifier,
  IDENTIFIER_TYPES,
  type IdentifierType,
  recognizedIdentifiers,
} from './identifiers/index.ts';
export {
  buildIndex,
  engineVersion,
  IndexBuilder,
  IndexFormatError,
  type IndexMeta,
  type ListIndex,
  type OpenOptions,
  openIndex,
} from './index/format/index.ts';
export { nameKeys, textKeys } from './mention-keys.ts';
export { findMentions, type Mention, type MentionOptions } from './mentions.ts';
export { countryCode } from './names/countries.ts';
export { latinName } from './names/latin-name.ts';
export {
  type EntityJoin,
  joinEntities,
  SAME_ENTITY_GROUNDS,
  type SameEntityGround,
} from './same-entity.ts';
export {
  type Hit,
  type ScreenResult,
  type SearchedList,
  screen,
} from './screen.ts';
export { unnamedParty } from './sources/bods.ts';
export { ftmEntry } from './sources/ftm-entity.ts';
export { applyDelta, type EntryChange, readDelta } from './sources/opensanctions-delta.ts';
export {
  isNamed,
  ListFileError,
  type ListSource,
  type RejectedRecord,
  type SourceFile,
  type SourceReport,
} from './sources/source.ts';
export { isRelationsOnly, listSources } from './sources/table.ts';
export { titleKey } from './sources/title-key.ts';
export { type WatchlistRow, watchlistEntry } from './sources/watchlist.ts';
export type { Subject, SubjectIdentifier } from './subject.ts';
export { SubjectIndex, type SubjectIndexOptions } from './subjects/subject-index.ts';
export { diffEntry, type EntryDifference, type FieldChange } from './versions/entry-difference.ts';
export { LayeredList, type ListVersion, openVersion } from './versions/layered-list.ts';
export { changeOf, differences, differencesOf, type ListDifference } from './versions/list-difference.ts';
export { firstVersion, isMergeDue, mergedVersion, nextVersion } from './versions/list-version.ts';
