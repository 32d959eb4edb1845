import {
  chainName,
  countryCode,
  IDENTIFIER_TYPES,
  parseBirth,
  type Subject,
  type SubjectIdentifier,
} from '@gatehouse/matching';

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
  /** As `identifierIn` reads them, `;` between them. One alone makes a subject without a name. */
  readonly identifiers?: string | undefined;
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

/**
 * `wallet=12Qt…`, `wallet/XBT=12Qt…`, `passport/FR=AB12345`: a type, the chain of a wallet or the country that issued the number, and
 * the value. A fault instead where it is of no such form.
 */
function identifierIn(text: string): SubjectIdentifier | string {
  const [, stated = '', suffix, value = ''] = /^([^=/]*)(?:\/([^=]*))?=(.*)$/s.exec(text) ?? [];
  const type = IDENTIFIER_TYPES.find((one) => one === stated.trim().toLowerCase());
  if (type === undefined || value.trim() === '') {
    return `identifier ${JSON.stringify(text)} is not TYPE=VALUE with one of the types ${IDENTIFIER_TYPES.join(', ')}`;
  }
  const identifier = { type, value: value.trim() };
  if (suffix === undefined) return identifier;
  if (type === 'wallet') return { ...identifier, chain: chainName(suffix) };
  const country = countryCode(suffix);
  return country === undefined
    ? `identifier ${JSON.stringify(text)}: country ${JSON.stringify(suffix)} is not known`
    : { ...identifier, country };
}

function readIdentifiers(fields: SubjectFields, faults: string[]): SubjectIdentifier[] {
  const idNumber = blankToUndefined(fields.idNumber);
  const found: SubjectIdentifier[] = idNumber === undefined ? [] : [{ value: idNumber }];
  for (const text of splitList(fields.identifiers)) {
    const identifier = identifierIn(text);
    if (typeof identifier === 'string') faults.push(identifier);
    else found.push(identifier);
  }
  return found;
}

/** Why a subject cannot be screened; undefined where its name can be, or one of its identifiers has a type. */
export function subjectFault({ name, identifiers = [] }: Subject): string | undefined {
  const isIdentified = identifiers.some(({ type }) => type !== undefined);
  return isIdentified && name.trim() === '' ? undefined : nameFault(name);
}

/** The subject to be matched. One of which `subjectFault` tells something matches nothing. */
export function readSubject(fields: SubjectFields): ReadSubject {
  const faults: string[] = [];
  const identifiers = readIdentifiers(fields, faults);
  const unusable = subjectFault({ name: fields.name, type: 'any', identifiers });
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
  const subject: Subject = {
    name: fields.name,
    type,
    ...(aliases.length > 0 && { aliases }),
    ...(births && { births: [births] }),
    ...(countries.length > 0 && type !== 'corporate' && { nationalities: countries }),
    ...(countries.length > 0 && type !== 'individual' && { countries }),
    ...(gender && { gender }),
    ...(identifiers.length > 0 && { identifiers }),
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
