/** Canonical tokens of a person's name. */
import { isSyllabic } from './east-asian.ts';
import { honourAt, SUFFIXES } from './honorifics.ts';
import { TITLES } from './titles.ts';

/** Pairs of consonants that are words of their own, not two initials. */
const NOT_INITIALS = new Set([
  'ng',
  'jr',
  'st',
  'md',
  'mc',
  'ny',
  ...[...TITLES].filter((title) => title.length === 2),
]);
const TWO_CONSONANTS = /^[bcdfghjklmnpqrstvwxz]{2}$/;

/** `Lv Jianguo`: how keyboards without `ü` write the family name `Lü`. Two initials beside names that are not Chinese. */
function isChineseLv(raw: readonly string[], token: string): boolean {
  return token === 'lv' && raw.every((other) => other === token || isSyllabic(other));
}

/** Ranks of which `wing` is a part. */
const WING_RANKS = new Set(['commander', 'cmdr', 'cdr', 'officer']);

/** Letters of remarks that are written with points: `a.k.a.`, `f.k.a.`, `d.o.b.` */
const REMARKS: readonly string[] = ['aka', 'fka', 'nka', 'dob'];

function remarkAt(raw: readonly string[], at: number): string | undefined {
  if (raw[at]!.length > 1 || raw[at + 1]?.length !== 1 || raw[at + 2]?.length !== 1) return undefined;
  const letters = raw[at]! + raw[at + 1]! + raw[at + 2]!;
  return REMARKS.includes(letters) ? letters : undefined;
}

/**
 * `JC` is two initials; suffixes of generations get one spelling, and honours in letters (`H.E.`) the title they stand for.
 * @param ends takes for each token the place after the last raw token that it replaces
 */
export function personTokens(raw: readonly string[], ends?: number[]): string[] {
  const tokens: string[] = [];
  for (let i = 0; i < raw.length; i++) {
    const token = raw[i]!;
    const remark = remarkAt(raw, i);
    if (remark) {
      tokens.push(remark);
      i += remark.length - 1;
      ends?.push(i + 1);
      continue;
    }
    // `Wing` by itself is a syllable of Hong Kong.
    if (token === 'wing' && WING_RANKS.has(raw[i + 1] ?? '')) continue;
    const honour = token.length <= 2 ? honourAt(raw, i) : undefined;
    if (honour) {
      tokens.push(honour.title);
      i += honour.count - 1;
      ends?.push(i + 1);
      continue;
    }
    const suffix = raw.length > 1 ? SUFFIXES.get(token) : undefined;
    const isInitials =
      raw.length > 1 &&
      token.length === 2 &&
      TWO_CONSONANTS.test(token) &&
      !NOT_INITIALS.has(token) &&
      !isChineseLv(raw, token);
    if (suffix) tokens.push(suffix);
    else if (isInitials) tokens.push(token[0]!, token[1]!);
    else tokens.push(token);
    ends?.push(i + 1);
    if (isInitials && !suffix) ends?.push(i + 1);
  }
  return tokens;
}
