import { z } from 'zod';
import { customerIdField, optionalText, screenableName } from './fields.ts';
import { ruleText } from './phrases/rule-text.ts';

/** The screening subject: `data` of a `MANUAL_CASE_EVENT` submit (interface specification 2.4, docs/interface.md 6). */

/** Most aliases of one subject; more is refused, never cut (docs/interface.md 6). */
export const maxAliases = 100;
/** Most characters of `name` and of each alias. */
export const maxNameLength = 1000;

/** Blank says nothing and counts as absent, as in every optional field. */
const optionalDate = z
  .string()
  .regex(/^\s*$|^\d{4}(-\d{2}-\d{2})?$/, ruleText('rules.dateOrYear'))
  .refine((text) => text.trim() === '' || isCalendarDate(text), ruleText('rules.existingDateOrYear'))
  .transform((text) => (text.trim() === '' ? undefined : text))
  .optional();

/** Splits `aliasName` at ASCII commas (interface specification 2.4); blanks fall away. `name` is never split. */
export function splitAliases(aliasName: string | undefined): string[] {
  return (aliasName ?? '')
    .split(',')
    .map((alias) => alias.trim())
    .filter((alias) => alias !== '');
}

export const customerTypes = ['individual', 'corporate'] as const;
export type CustomerType = (typeof customerTypes)[number];

const sexWords: ReadonlyMap<string, 'F' | 'M'> = new Map([
  ['f', 'F'],
  ['female', 'F'],
  ['m', 'M'],
  ['male', 'M'],
]);

const sex = z
  .string()
  .refine((text) => text.trim() === '' || sexWords.has(text.trim().toLowerCase()), ruleText('rules.sex'))
  .transform((text) => sexWords.get(text.trim().toLowerCase()))
  .optional();

const subjectFields = {
  customerId: customerIdField,
  name: screenableName(maxNameLength).describe(
    'The full name as one string. For individuals in Latin letters.',
  ),
  aliasName: z
    .string()
    .refine(
      (text) => splitAliases(text).length <= maxAliases,
      ruleText('rules.atMostNames', { max: maxAliases }),
    )
    .refine(
      (text) => splitAliases(text).every((alias) => alias.length <= maxNameLength),
      ruleText('rules.eachNameAtMost', { max: maxNameLength }),
    )
    .optional()
    .describe('Other names, separated by commas. Each is screened separately.'),
  customerType: z.string().pipe(z.enum(customerTypes, { error: ruleText('rules.customerType') })),
  sex: sex.describe('F, M, Female or Male.'),
  dateOfBirth: optionalDate.describe('YYYY-MM-DD or YYYY.'),
  countryOfNationality: optionalText(10).describe('ISO 3166 code of two or three letters.'),
  countryOfResidence: optionalText(10).describe(
    'ISO 3166 code; for a company, the country of main business.',
  ),
  occupation: optionalText(),
  idType: optionalText(100).describe('Kind of a real identity document; together with idNumber.'),
  idNumber: optionalText(100).describe('Number of that document.'),
  countryOfIncorporation: optionalText(10).describe('ISO 3166 code; falls back to countryOfResidence.'),
  incorporationDate: optionalDate.describe('YYYY-MM-DD or YYYY; kept and shown, never matched.'),
  incorporationNumber: optionalText(100).describe('Company registration number.'),
};

/** What a submit may say beside the subject's own fields; ours, unknown to the specification. */
const submitFields = {
  continuousMonitoring: z
    .boolean()
    .optional()
    .describe(
      'Whether the customer is screened again when a list changes. If absent: as set before, or else the tenant’s default.',
    ),
};

export const subjectSchema = z
  .looseObject({ ...subjectFields, ...submitFields })
  .refine((subject) => subject.idNumber === undefined || subject.idType !== undefined, {
    path: ['idType'],
    error: ruleText('rules.withIdNumber'),
  })
  .refine((subject) => subject.idType === undefined || subject.idNumber !== undefined, {
    path: ['idNumber'],
    error: ruleText('rules.withIdType'),
  })
  .meta({
    id: 'ScreeningSubject',
    description: 'A customer to screen. Leave out what is not known: a missing field is neutral.',
    dependentRequired: { idType: ['idNumber'], idNumber: ['idType'] },
  });

export type SubjectInput = z.infer<typeof subjectSchema>;

/** Names of the interface's own subject fields, for expressions and workflow checks. */
export const subjectFieldNames = Object.keys(subjectFields) as readonly (keyof typeof subjectFields)[];

const { customerId: _customerId, ...otherSubjectFields } = subjectFields;

/** The same of another party than the customer: an owner, a director. */
export const partySubjectFields = otherSubjectFields;

/** What a screening node knows of who a subject is to the customer: its role, the caller's id of it, its share. */
export const partyFieldNames = ['role', 'partyId', 'percent'] as const;

/** Fields by which a screening node looks a subject up exactly, and the type of identifier that each holds. One alone is enough. */
export const identifierFieldTypes = {
  wallet: 'wallet',
  imo: 'imo',
  mmsi: 'mmsi',
  callSign: 'call-sign',
  tailNumber: 'tail-number',
  lei: 'lei',
  bic: 'bic',
  isin: 'isin',
  taxNumber: 'tax',
  passportNumber: 'passport',
  nationalId: 'national-id',
} as const;
export type IdentifierField = keyof typeof identifierFieldTypes;

/** The same with what belongs to them: the chain of the wallet, the issuer of tax number, passport and national id. */
export const identifierFieldNames = [
  ...(Object.keys(identifierFieldTypes) as IdentifierField[]),
  'walletChain',
  'issuingCountry',
] as const;

/** The role of the customer itself among the subjects of a screening. */
export const selfRole = 'self';

function isCalendarDate(text: string): boolean {
  if (text.length === 4) return true;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}
