import { type Phrase, type PhraseValue, type ProblemBody, wordPhrases } from '@gatehouse/contract';

type SentPhrases = NonNullable<ProblemBody['phrases']>;

/** Phrases as an answer has them. */
export function sentPhrases(phrases: readonly Phrase[]): SentPhrases {
  return phrases.map(({ code, values }) => ({
    code,
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, sentValue(value)])),
  }));
}

function sentValue(value: PhraseValue): SentPhrases[number]['values'][string] {
  if (typeof value === 'string' || typeof value === 'number') return value;
  return 'named' in value ? { named: [...value.named], more: value.more } : [...value];
}

/** Members of an answer that say why something cannot be done, in English and as data; null where it can. */
export function refusedBy(refusal: Phrase | readonly Phrase[] | null): {
  readonly refusal: string | null;
  readonly refusalPhrases?: SentPhrases;
} {
  if (refusal === null) return { refusal: null };
  return { refusal: wordPhrases(refusal), refusalPhrases: sentPhrases([refusal].flat()) };
}
