export { type AnswerLanguage, answerLabel, answerText } from './answers.ts';
export { enLabels } from './en.ts';
export type { Labels } from './labels.ts';
