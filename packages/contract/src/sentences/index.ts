export { sentences } from './en.ts';
export { type FoundSentence, findSentences, type SentenceFamily } from './find-sentences.ts';
export type { Translation } from './translation.ts';
