import { countryReason } from '../ui/country-text.ts';
import { birthVerdict } from './birth-verdict.ts';

/** Lines of the score as people read them. Pure: each says what the service's line says, in other words. */

const genders: Readonly<Record<string, string>> = { m: 'Male', male: 'Male', f: 'Female', female: 'Female' };

/** A gender as every side writes it, whichever states it: `Female`. What is neither stays as it is. */
export function genderText(gender: string): string {
  const known = gender.trim().toLowerCase();
  return Object.hasOwn(genders, known) ? genders[known]! : gender;
}

/** What a line says beside its label and its number. */
export function reasonText(feature: string, detail: string): string {
  switch (feature) {
    case 'date-of-birth':
      return birthText(detail);
    case 'gender':
      return pairText(detail, genderText);
    case 'nationality':
    case 'country':
      return countryText(feature, detail);
    case 'name':
      return sameName(detail) ?? detail;
    case 'name-exact':
      return detail.replace(/ is the same$/, '');
    default:
      return detail;
  }
}

/** `1980-05-05 fits 1980` as `Same year: 1980-05-05 and 1980`; `1990 contradicts 1980` as `1990 vs 1980`. */
function birthText(detail: string): string {
  const [one, other] = detail.split(' fits ');
  if (one === undefined || other === undefined) return detail.replace(' contradicts ', ' vs ');
  const verdict = birthVerdict(detail);
  const dates = one === other ? one : `${one} and ${other}`;
  return `${verdict.charAt(0).toUpperCase()}${verdict.slice(1)}: ${dates}`;
}

/** `both male` as `Male`, `female against male` as `Female vs Male`. */
function pairText(detail: string, write: (value: string) => string): string {
  const both = /^both (.+)$/.exec(detail)?.[1];
  return both === undefined ? detail.split(' against ').map(write).join(' vs ') : write(both);
}

function countryText(feature: 'nationality' | 'country', detail: string): string {
  const tie = /^(.+) is another tie of the entity$/.exec(detail)?.[1];
  const shared = /^both (?:tied to )?(.+)$/.exec(detail)?.[1];
  const text =
    tie !== undefined
      ? `${tie}: not listed as nationality, but as another country of the entity`
      : shared !== undefined
        ? `Same ${feature}: ${shared}`
        : detail.replace(' against ', ' vs ');
  return countryReason(text);
}

/** `Jane Doe and Jane Doe` as `Jane Doe`; undefined where they differ. */
function sameName(detail: string): string | undefined {
  const half = (detail.length - ' and '.length) / 2;
  const name = detail.slice(0, half);
  return detail === `${name} and ${name}` ? name : undefined;
}
