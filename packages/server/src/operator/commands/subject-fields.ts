import { countryCode, parseBirth, type Subject } from '@gatehouse/matching';

/** What is known of a name, as texts from flags or from a row of a file. */
export interface SubjectFields {
  readonly name: string;
  readonly type?: string | undefined;
  /** Other names, `;` between them. */
  readonly aliases?: string | undefined;
  /** `YYYY-MM-DD`, `YYYY-MM` or `YYYY`. */
  readonly dateOfBirth?: string | undefined;
  /** Codes or English names, `;` between them: a person's nationalities, a company's countries. */
  readonly countries?: string | undefined;
  readonly gender?: string | undefined;
  readonly idNumber?: string | undefined;
}

export interface ReadSubject {
  readonly subject: Subject;
  /** What could not be understood and is left out: a missing fact is neutral (interface specification 2.4). */
  readonly faults: readonly string[];
}

const genders: Readonly<Record<string, 'F' | 'M'>> = { f: 'F', female: 'F', m: 'M', male: 'M' };

/**
 * Why a name can be neither screened nor compared, so that nobody takes its lack of hits for a clean name or its score
 * of 0 for another one; undefined when it can.
 * @param what what the name is called where it is
 */
export function nameFault(name: string, what = 'name'): string | undefined {
  if (name.trim() === '') return `${what} is blank`;
  return /[\p{L}\p{N}]/u.test(name)
    ? undefined
    : `${what} ${JSON.stringify(name)} has no letter and no digit`;
}

/** The subject to be matched. Only `name` can make it unusable: one that `nameFault` tells matches nothing. */
export function readSubject(fields: SubjectFields): ReadSubject {
  const faults: string[] = [];
  const unusable = nameFault(fields.name);
  if (unusable !== undefined) faults.push(unusable);
  const type = readType(fields.type, faults);
  const aliases = splitList(fields.aliases);
  const countries = splitList(fields.countries).flatMap((text) => readCountry(text, faults));
  const birth = blankToUndefined(fields.dateOfBirth);
  const births = birth === undefined ? undefined : parseBirth(birth);
  if (birth !== undefined && births === undefined) {
    faults.push(`dateOfBirth ${JSON.stringify(birth)} is no date as YYYY-MM-DD, YYYY-MM or YYYY`);
  }
  const sex = blankToUndefined(fields.gender);
  const gender = sex === undefined ? undefined : genders[sex.toLowerCase()];
  if (sex !== undefined && gender === undefined) faults.push(`gender ${JSON.stringify(sex)} is not F or M`);
  const idNumber = blankToUndefined(fields.idNumber);
  const subject: Subject = {
    name: fields.name,
    type,
    ...(aliases.length > 0 && { aliases }),
    ...(births && { births: [births] }),
    ...(countries.length > 0 && type !== 'corporate' && { nationalities: countries }),
    ...(countries.length > 0 && type !== 'individual' && { countries }),
    ...(gender && { gender }),
    ...(idNumber && { identifiers: [{ value: idNumber }] }),
  };
  return { subject, faults };
}

function readType(text: string | undefined, faults: string[]): Subject['type'] {
  const type = blankToUndefined(text)?.toLowerCase() ?? 'any';
  if (type === 'individual' || type === 'corporate' || type === 'any') return type;
  faults.push(`type ${JSON.stringify(text)} is not individual or corporate`);
  return 'any';
}

/** A name such as `Korea, Republic of` holds a comma, so commas part countries only where they must. */
function readCountry(text: string, faults: string[]): string[] {
  const whole = countryCode(text);
  if (whole !== undefined) return [whole];
  const parts = text.split(',').map((part) => countryCode(part.trim()));
  if (parts.every((code) => code !== undefined)) return parts;
  faults.push(`country ${JSON.stringify(text)} is not known`);
  return [];
}

function splitList(text: string | undefined): string[] {
  return (text ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function blankToUndefined(text: string | undefined): string | undefined {
  const trimmed = text?.trim();
  return trimmed === '' ? undefined : trimmed;
}
