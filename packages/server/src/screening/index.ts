/**
 * Screens subjects against the lists, in threads, and applies reviewers' rulings to what is found.
 * It never loads a list file and never decides a case. A hosted data set can be asked beside the lists.
 */
export {
  type AlertView,
  type KnownAlert,
  readAlerts,
  readKnownAlerts,
  readScreenedRules,
} from './alert-queries.ts';
export { ownershipPartyWrites } from './declared-parties.ts';
export { appendPairDecision } from './entity-decisions.ts';
export { maxHitsOf, storedHitLimits } from './hit-limits.ts';
export { aliasFound, hitVerdicts, type ListedParticulars, listedTexts } from './hit-verdicts.ts';
export { compareWireHits, wireHits } from './hit-view.ts';
export type { IdentifiedEntry } from './identify-entries.ts';
export { readJoinedHits } from './joined-hits.ts';
export {
  readAlertEntities,
  readExecutionEntities,
  readListedParticulars,
} from './listed-entity.ts';
export { alertEntityView } from './listed-entity-view.ts';
export {
  MatchingApi,
  type RemoteResponse,
} from './matching-api.ts';
export { countOpenHits, readLastScreenings } from './party-history.ts';
export { hasEarlierExecutions, type PastScreening, readPastScreenings } from './past-screenings.ts';
export { readSubject } from './read-subject.ts';
export type { RelatedEnd, RelatedEntry } from './related-entries.ts';
export {
  type AlertRulingResult,
  type HitRulingResult,
  ruleOnAlert,
  ruleOnHits,
  type ShownHit,
} from './ruling-commands.ts';
export { rulingConsoleHandlers } from './ruling-console-handlers.ts';
export { entityFacts, subjectFacts } from './ruling-facts.ts';
export {
  appendRuling,
  listRulings,
  newestRulingsOfCustomers,
  type RulingView,
} from './ruling-queries.ts';
export { rulingReasons } from './ruling-reasons.ts';
export {
  applyRulings,
  changedFields,
  type RulingFacts,
  type RulingVerdict,
} from './rulings.ts';
export type { ScreenedHit, ScreenedParties } from './screened-parties.ts';
export { type ScreeningWatch, screeningCommonInput, screeningNode } from './screening.node.ts';
export { Screening, type ScreeningResponse } from './screening.ts';
export { ScreeningTimedOut } from './screening-errors.ts';
export { ScreeningPool } from './screening-pool.ts';
export { searchedByEngines, searchedByNodeRun } from './searched-lists.ts';
export { compareStatedNames } from './stated-name.ts';
export { normalFields, quickScanSubject } from './subject.ts';
export { subjectTitle } from './subject-identifiers.ts';
export { rulingKey, selfKey } from './subject-key.ts';
export type { ListEngineChoice } from './thread-protocol.ts';
