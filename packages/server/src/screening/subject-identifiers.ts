import { type IdentifierField, identifierFieldNames, identifierFieldTypes } from '@gatehouse/contract';
import { chainName, type Subject, type SubjectIdentifier } from '@gatehouse/matching';
import { countryCode } from '../lib/countries.ts';
import { identifierText } from '../lib/identifier-text.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Fields whose numbers a state issues. */
const issued: ReadonlySet<IdentifierField> = new Set(['taxNumber', 'passportNumber', 'nationalId']);

/**
 * The identifiers that a screening node gives of a subject, the wallets that monitoring follows, and its other fields. An
 * issuing country that is not known is left out: it is shown, and decides nothing.
 */
export function splitIdentifiers(fields: Fields): {
  readonly identifiers: readonly SubjectIdentifier[];
  readonly others: Fields;
} {
  const chain = chainName(textOf(fields['walletChain']));
  const country = countryCode(textOf(fields['issuingCountry']) ?? '');
  const identifiers: SubjectIdentifier[] = (Object.keys(identifierFieldTypes) as IdentifierField[]).flatMap(
    (field) => {
      const value = textOf(fields[field]);
      if (value === undefined) return [];
      const type = identifierFieldTypes[field];
      return {
        type,
        value,
        ...(type === 'wallet' && chain && { chain }),
        ...(issued.has(field) && country && { country }),
      };
    },
  );
  for (const value of textsOf(fields[walletsField])) identifiers.push({ type: 'wallet', value });
  const own: readonly string[] = [...identifierFieldNames, walletsField];
  const others = Object.fromEntries(Object.entries(fields).filter(([name]) => !own.includes(name)));
  return { identifiers, others };
}

/** The addresses of a customer's transactions, of any chain. */
const walletsField = 'wallets';

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.flatMap((one) => textOf(one) ?? []) : [];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** What a subject is called: by its name, else by its first identifier. */
export function subjectTitle({ name, identifiers = [] }: Pick<Subject, 'name' | 'identifiers'>): string {
  return name.trim() !== '' || identifiers.length === 0 ? name : identifierText(identifiers[0]!);
}
