export { expressions } from './expressions.ts';
export { findings } from './findings.ts';
export type { HitLabel, HitNames } from './hit-names.ts';
export { parts } from './parts.ts';
export {
  type Phrase,
  type PhraseCode,
  type PhraseValue,
  type PhraseValues,
  phrase,
  wordPhrases,
} from './phrase.ts';
export { problems } from './problems.ts';
export { refusals } from './refusals.ts';
export { rules } from './rules.ts';
