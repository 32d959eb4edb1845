import { sentences } from './en/sentences.ts';
import { textOfCode } from './text.ts';

type SentenceKey = keyof typeof sentences;
type FamilyOf<Key> = Key extends `${infer Family}-${string}` ? Family : never;

/** Kinds of sentences that the service stores in English. */
export type SentenceFamily = FamilyOf<SentenceKey>;

interface SentenceForm {
  /** Without the ending of its plural form. */
  readonly key: string;
  readonly pattern: RegExp;
}

/** Writes a value of a sentence by the name of its place; undefined where no sentence of the service has such a value there. */
export type WriteValue = (name: string, value: string) => string | undefined;

const formsOf = new Map<string, readonly SentenceForm[]>();

/**
 * A sentence of the service in the language of the page, found by its English text. One that is not known stays in English.
 */
export function serviceText(
  family: SentenceFamily,
  english: string,
  write: WriteValue = (_, value) => value,
): string {
  return knownServiceText(family, english, write) ?? english;
}

/** The same; undefined for a sentence that is not of this family. */
export function knownServiceText(
  family: SentenceFamily,
  english: string,
  write: WriteValue = (_, value) => value,
): string | undefined {
  for (const { key, pattern } of familyForms(family)) {
    const found = pattern.exec(english);
    if (found === null) continue;
    const values: Record<string, string | number> = {};
    for (const [name, value] of Object.entries(found.groups ?? {})) {
      const written = name === 'count' ? Number(value) : write(name, value);
      if (written !== undefined) values[name] = written;
    }
    // People write sentences of their own that begin like these.
    if (Object.keys(values).length < Object.keys(found.groups ?? {}).length) continue;
    return textOfCode(`sentences.${key}`, values);
  }
  return undefined;
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
