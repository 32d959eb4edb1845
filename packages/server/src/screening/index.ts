/**
 * Screens subjects against the lists, in threads, and applies reviewers' rulings to what is found.
 * It never loads a list file and never decides a case. A hosted data set can be asked beside the lists.
 */
export { type AlertView, type KnownAlert, readAlerts, readKnownAlerts } from './alert-queries.ts';
export { type ArchivedEngine, type LoadedEngine, loadArchivedEngine } from './archived-engine.ts';
export { entityFacts, subjectFacts } from './facts.ts';
export { compareWireHits, wireHit, wireHits } from './hit-view.ts';
export {
  type RemoteAnswer,
  type RemoteEngine,
  RemoteMatch,
  type RemoteMatchOptions,
  remoteEngines,
} from './remote-match.ts';
export { type AlertRuling, ruleOnAlert } from './ruling-commands.ts';
export { rulingConsole } from './ruling-console.ts';
export {
  appendRuling,
  listRulings,
  type NewRuling,
  newestRulings,
  type RulingView,
} from './ruling-queries.ts';
export { rulingReasons } from './ruling-reasons.ts';
export {
  applyRulings,
  changedFields,
  type FactField,
  type Facts,
  factFields,
  type Reopened,
  type Ruling,
  type RulingEffect,
  type RulingWord,
} from './rulings.ts';
export { type ScreeningWatch, screeningNode } from './screening.node.ts';
export { type ScreenAnswer, Screening, type ScreeningOptions, type ScreeningRequest } from './screening.ts';
export { ListsNotLoaded, ScreeningClosed, ScreeningTimedOut } from './screening-errors.ts';
export {
  type PoolAnswer,
  type RunLimits,
  ScreeningPool,
  type ScreeningPoolOptions,
} from './screening-pool.ts';
export { matchingSubject, normalFields, quickScanSubject, type SubjectResult } from './subject.ts';
export { selfKey } from './subject-key.ts';
export type { EngineResults, ListEngineChoice } from './thread-protocol.ts';
