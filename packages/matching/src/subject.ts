/** Who or what is screened. */
import type { DateInterval } from './entry.ts';

export interface Subject {
  /** The whole name; never split. */
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
  identifiers?: { kind?: string; value: string }[];
  /** Registration number of a company. */
  registrationNumber?: string;
}
