import { createHash } from 'node:crypto';
import type { Section } from './section.ts';

/** How long a caller may keep a section (interface specification 4.8: refresh daily). */
const maxAgeSeconds = 86_400;

/** A section as it is in an answer. */
export interface SectionText {
  readonly etag: string;
  readonly json: string;
}

/** Writes a section. Its tag is of all that is in it, so that it changes exactly when that does. */
export function writeSection(section: Section): SectionText {
  const { version, attribution, settings, items } = section;
  const etag = etagOf(section);
  const count = items.length;
  return {
    etag,
    json: JSON.stringify({ version, etag, count, maxAgeSeconds, attribution, settings, items }),
  };
}

/** SHA-256 of the content, in 32 hexadecimal digits. */
export function etagOf({ version, attribution, settings, items }: Section): string {
  const text = JSON.stringify([version, attribution, settings, items]);
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
