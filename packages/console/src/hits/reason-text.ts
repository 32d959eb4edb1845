import { serviceText } from '../messages/service-sentence.ts';
import { currentLocale, text } from '../messages/text.ts';
import { countryReason } from '../ui/country-text.ts';
import { birthVerdict } from './birth-verdict.ts';

/** Lines of the score as people read them. Pure: each says what the service's line says, in other words. */

const genders: Readonly<Record<string, string>> = {
  m: text('entities.gender-male'),
  male: text('entities.gender-male'),
  f: text('entities.gender-female'),
  female: text('entities.gender-female'),
};

/** A gender as every side writes it, whichever states it: `Female`. What is neither stays as it is. */
export function genderText(gender: string): string {
  const known = gender.trim().toLowerCase();
  return Object.hasOwn(genders, known) ? genders[known]! : gender;
}

/** Whether it is a gender that lists and forms state. */
export function isGender(gender: string): boolean {
  return Object.hasOwn(genders, gender.trim().toLowerCase());
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
      return sameName(detail) ?? serviceText('name', detail);
    case 'name-exact':
      return nameText(detail.replace(/ is the same$/, ''));
    default:
      return feature.startsWith('name-') ? nameText(detail) : detail;
  }
}

/** What a line says of words; those of another script have their readings beside them. */
function nameText(detail: string): string {
  return serviceText('name', detail, (_, word) => serviceText('reading', word));
}

/** `1980-05-05 fits 1980` as `Same year: 1980-05-05 and 1980`; `1990 contradicts 1980` as `1990 vs 1980`. */
function birthText(detail: string): string {
  const [one, other] = detail.split(' fits ');
  if (one === undefined || other === undefined)
    return serviceText('birth', versus(detail, ' contradicts ', dateOfBirthText), (_, date) =>
      dateOfBirthText(date),
    );
  const verdict = text(`entities.birth-${birthVerdict(detail)}`);
  return text('entities.labelled', {
    name: verdict.charAt(0).toLocaleUpperCase(currentLocale()) + verdict.slice(1),
    value:
      one === other
        ? dateOfBirthText(one)
        : text('entities.pair', { one: dateOfBirthText(one), other: dateOfBirthText(other) }),
  });
}

const writtenDateOfBirth = /^(about )?(\d{4}(?:-\d{2}){0,2})(?: to (\d{4}))?$/;

/** Whether it is a date of birth as the engine writes it. */
export function isDateOfBirth(date: string): boolean {
  return writtenDateOfBirth.test(date);
}

/** A date of birth as the engine writes it: `1980-05-05`, `1980 to 1982`, `about 1980`. */
export function dateOfBirthText(date: string): string {
  const [, about, from, to] = writtenDateOfBirth.exec(date) ?? [];
  if (from === undefined) return date;
  const range = to === undefined ? from : text('entities.range', { from, to });
  return about === undefined ? range : text('entities.about', { range });
}

/** `both male` as `Male`, `female against male` as `Female vs Male`. */
function pairText(detail: string, write: (value: string) => string): string {
  const both = /^both (.+)$/.exec(detail)?.[1];
  return both === undefined ? versus(detail, ' against ', write) : write(both);
}

/** What contradicts each other; as it is where the line says something else. */
function versus(detail: string, between: string, write = (value: string) => value): string {
  const [one, other] = detail.split(between);
  return one === undefined || other === undefined
    ? detail
    : text('entities.versus', { one: write(one), other: write(other) });
}

function countryText(feature: 'nationality' | 'country', detail: string): string {
  const tie = /^(.+) is another tie of the entity$/.exec(detail)?.[1];
  if (tie !== undefined) return text('entities.anotherTie', { country: countryReason(tie) });
  const shared = /^both (?:tied to )?(.+)$/.exec(detail)?.[1];
  if (shared === undefined) return versus(detail, ' against ', countryReason);
  const country = countryReason(shared);
  return feature === 'country'
    ? text('entities.sameCountry', { country })
    : text('entities.sameNationality', { country });
}

/** `Jane Doe and Jane Doe` as `Jane Doe`; undefined where they differ. */
function sameName(detail: string): string | undefined {
  const half = (detail.length - ' and '.length) / 2;
  const name = detail.slice(0, half);
  return detail === `${name} and ${name}` ? name : undefined;
}
