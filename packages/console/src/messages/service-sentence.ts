import { findSentences, type SentenceFamily } from '@gatehouse/contract/sentences';
import { textOfCode } from './text.ts';

/** Writes a value of a sentence by the name of its place; undefined where no sentence of the service has such a value there. */
export type WriteValue = (name: string, value: string) => string | undefined;

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
  for (const found of findSentences(family, english)) {
    const values: Record<string, string | number> = {};
    for (const [name, value] of Object.entries(found.values)) {
      const written = name === 'count' ? Number(value) : write(name, value);
      if (written !== undefined) values[name] = written;
    }
    // People write sentences of their own that begin like these.
    if (Object.keys(values).length < Object.keys(found.values).length) continue;
    return textOfCode(`sentences.${found.key}`, values);
  }
  return undefined;
}
