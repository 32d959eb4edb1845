import { sentences } from './en.ts';

type SentenceKey = keyof typeof sentences;
type FamilyOf<Key> = Key extends `${infer Family}-${string}` ? Family : never;

/** Kinds of sentences that the service stores in English. */
export type SentenceFamily = FamilyOf<SentenceKey>;

interface SentenceForm {
  /** Without the ending of its plural form. */
  readonly key: string;
  readonly pattern: RegExp;
}

/** A sentence that was found by its English text. */
export interface FoundSentence {
  /** Without the ending of its plural form. */
  readonly key: string;
  /** What stands in its places, by their names. */
  readonly values: Readonly<Record<string, string>>;
}

const formsOf = new Map<string, readonly SentenceForm[]>();

/** The sentences of a family that an English text may be; what says most in its own words comes first. */
export function* findSentences(family: SentenceFamily, english: string): Generator<FoundSentence> {
  for (const { key, pattern } of familyForms(family)) {
    const found = pattern.exec(english);
    if (found !== null) yield { key, values: { ...found.groups } };
  }
}

/** What says most in its own words comes first: `{own} is the same as {other}` before `{own} is {other}`. */
function familyForms(family: SentenceFamily): readonly SentenceForm[] {
  const known = formsOf.get(family);
  if (known !== undefined) return known;
  const forms = Object.entries(sentences)
    .filter(([key]) => key.startsWith(`${family}-`))
    .toSorted(([, one], [, other]) => ownLength(other) - ownLength(one))
    .map(([key, english]) => ({
      key: key.replace(/_(?:one|other)$/, ''),
      pattern: new RegExp(`^${patternOf(english)}$`, 'su'),
    }));
  formsOf.set(family, forms);
  return forms;
}

function ownLength(english: string): number {
  return english.replaceAll(/\{\w+\}/g, '').length;
}

function patternOf(english: string): string {
  return english
    .split(/(\{\w+\})/)
    .map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      if (name === undefined) return part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
      return `(?<${name}>${name === 'count' ? String.raw`\d+` : '.+?'})`;
    })
    .join('');
}
