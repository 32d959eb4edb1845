/** Who or what is screened. */
import type { DateInterval } from './entry.ts';
import type { IdentifierType } from './identifiers/index.ts';

/** An identifier of a subject. */
export interface SubjectIdentifier {
  /** What the caller calls it. */
  kind?: string;
  value: string;
  /** Without it, what `kind` names. */
  type?: IdentifierType;
  /** Chain of a wallet as OFAC names it: `XBT`, `ETH`. */
  chain?: string;
  /** ISO 3166 alpha-2 of the issuer. */
  country?: string;
}

export interface Subject {
  /** The whole name; never split. Empty where only identifiers are known. */
  name: string;
  /** Other names, each screened on its own. */
  aliases?: string[];
  /** `individual` matches listed people, `corporate` everything else (ships and aircraft too), `any` both. */
  type: 'individual' | 'corporate' | 'any';
  gender?: 'M' | 'F';
  births?: DateInterval[];
  /** ISO 3166 alpha-2. */
  nationalities?: string[];
  /** ISO 3166 alpha-2: residence, incorporation. */
  countries?: string[];
  identifiers?: SubjectIdentifier[];
  /** Registration number of a company. */
  registrationNumber?: string;
}
