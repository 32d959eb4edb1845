export { type AnswerLanguage, answerLabel, answerText } from './answers.ts';
export type { Labels } from './labels.ts';
