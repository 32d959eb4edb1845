/**
 * Screens subjects against the lists, in threads, and applies reviewers' rulings to what is found.
 * It never loads a list file and never decides a case.
 */
export { entityFacts, subjectFacts } from './facts.ts';
export { compareWireHits, wireHit, wireHits } from './hit-view.ts';
export { appendRuling, type NewRuling, newestRulings } from './ruling-queries.ts';
export {
  type FactField,
  type Facts,
  factFields,
  type Judgement,
  judgeHits,
  type Reopened,
  type Ruling,
  type RulingWord,
  rulingWords,
} from './rulings.ts';
export { screeningNode } from './screening.node.ts';
export { type ScreenAnswer, Screening, type ScreeningOptions, type ScreeningRequest } from './screening.ts';
export { ListsNotLoaded, ScreeningClosed, ScreeningTimedOut } from './screening-errors.ts';
export {
  type PoolAnswer,
  type RunLimits,
  ScreeningPool,
  type ScreeningPoolOptions,
} from './screening-pool.ts';
export { matchingSubject, normalFields, quickScanSubject, type SubjectResult } from './subject.ts';
export type { EngineResults } from './thread-protocol.ts';
