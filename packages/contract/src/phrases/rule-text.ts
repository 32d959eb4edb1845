import { type Phrase, type PhraseCode, phrase, type ValuesOf, wordPhrases } from './phrase.ts';

/**
 * Schemas say what they have against a value as a text. Which phrase it is, is kept beside: schemas are made when modules
 * load, so that there are as many as rules.
 */
const phrasesOfRules = new Map<string, Phrase>();

/** The text of a schema's own rule, for one that is made when its module loads. */
export function ruleText<Code extends PhraseCode & `rules.${string}`>(
  code: Code,
  ...values: ValuesOf<Code>
): string {
  const rule = phrase(code, ...values);
  const text = wordPhrases(rule);
  phrasesOfRules.set(text, rule);
  return text;
}

/** The phrase of a rule's text; undefined for a text that was not made by `ruleText`. */
export function phraseOfRule(text: string): Phrase | undefined {
  return phrasesOfRules.get(text);
}
