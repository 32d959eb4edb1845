import { toAscii } from './transliterate.ts';

/** How a name in another script is likely spelled in Latin letters, for its bearer to put right; empty where nothing is. */
export function latinName(name: string): string {
  return toAscii(name)
    .replaceAll(/[^A-Za-z0-9'’.,& -]+/g, ' ')
    .trim()
    .split(/\s+/)
    .map((word) => (/^[a-z]/.test(word) ? word.charAt(0).toUpperCase() + word.slice(1) : word))
    .join(' ');
}
