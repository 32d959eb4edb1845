import { type BadInput, quote, type SubjectInput, splitAliases } from '@gatehouse/contract';
import { parseBirth, type Subject } from '@gatehouse/matching';
import { countryCode } from '../lib/countries.ts';

export type SubjectResult = { ok: true; subject: Subject } | { ok: false; bad: BadInput };
export type NormalFields = { ok: true; fields: SubjectInput } | { ok: false; bad: BadInput };

const dateFields = ['dateOfBirth', 'incorporationDate'] as const;
const countryFields = ['countryOfNationality', 'countryOfResidence', 'countryOfIncorporation'] as const;

/**
 * The interface's fields with the country codes as ISO 3166 alpha-2 (interface specification 2.4: normalised by the
 * service) and dates that can be (docs/interface.md 6).
 * @param now today's date in UTC decides which dates lie in the future
 */
export function normalFields(input: SubjectInput, now: Date): NormalFields {
  for (const field of dateFields) {
    const date = input[field];
    if (date === undefined) continue;
    if (parseBirth(date) === undefined) return bad(`${field} ${quote(date)}: must be a date that exists`);
    if (isFuture(date, now)) return bad(`${field} ${quote(date)}: must not be in the future`);
  }
  const fields = { ...input };
  for (const field of countryFields) {
    const submitted = input[field];
    if (submitted === undefined) continue;
    const code = countryCode(submitted);
    if (code === undefined) {
      return bad(`${field} ${quote(submitted)}: must be an ISO 3166 country code of two or three letters`);
    }
    fields[field] = code;
  }
  return { ok: true, fields };
}

/**
 * The subject to be matched, from the interface's fields (interface specification 2.4, docs/interface.md 6). A field
 * that does not belong to the customer's type is checked and then left out; `incorporationDate` is never matched.
 * `idNumber` counts as given: the caller puts in the number kept from the customer's first submission.
 * @param now as for `normalFields`
 */
export function matchingSubject(input: SubjectInput, now: Date): SubjectResult {
  const normal = normalFields(input, now);
  if (!normal.ok) return normal;
  const { fields } = normal;
  return {
    ok: true,
    subject: {
      ...namesOf(fields),
      type: fields.customerType,
      ...(fields.idNumber && { identifiers: [{ kind: fields.idType ?? '', value: fields.idNumber }] }),
      ...(fields.customerType === 'individual' ? personFields(fields) : companyFields(fields)),
    },
  };
}

/**
 * The subject of a quick scan. A business matches companies additionally (interface specification 4.5): what a sole
 * trader is called may be on a list of people. A company's name is also tried as a registration number
 * (docs/interface.md 4); it is one of several identifiers, so that an entry with another number does not count as
 * contradicted.
 */
export function quickScanSubject(scan: { name: string; customerType: 'Individual' | 'Business' }): Subject {
  if (scan.customerType === 'Individual') return { name: scan.name, type: 'individual' };
  return {
    name: scan.name,
    type: 'any',
    identifiers: [{ kind: 'Registration Number', value: scan.name }],
  };
}

/** Each alias is screened on its own; the name is never split (interface specification 2.4). */
function namesOf(input: SubjectInput): Pick<Subject, 'name' | 'aliases'> {
  const aliases = splitAliases(input.aliasName);
  return { name: input.name, ...(aliases.length > 0 && { aliases }) };
}

function personFields(input: SubjectInput): Partial<Subject> {
  const birth = input.dateOfBirth === undefined ? undefined : parseBirth(input.dateOfBirth);
  return {
    ...(input.sex && { gender: input.sex }),
    ...(birth && { births: [birth] }),
    ...(input.countryOfNationality && { nationalities: [input.countryOfNationality] }),
    ...(input.countryOfResidence && { countries: [input.countryOfResidence] }),
  };
}

function companyFields(input: SubjectInput): Partial<Subject> {
  const country = input.countryOfIncorporation ?? input.countryOfResidence;
  return {
    ...(country && { countries: [country] }),
    ...(input.incorporationNumber && { registrationNumber: input.incorporationNumber }),
  };
}

/** A year is future when it has not begun, a date when that day has not begun. */
function isFuture(date: string, now: Date): boolean {
  return date > now.toISOString().slice(0, date.length);
}

function bad(message: string): { ok: false; bad: BadInput } {
  return { ok: false, bad: { kind: 'value', message } };
}
