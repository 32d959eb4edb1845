/** What a published or tenant list says about one entity, in one shape for every source. */
import type { IdentifierType } from './identifiers/types.ts';

export type EntityType = 'individual' | 'corporate' | 'vessel' | 'aircraft' | 'other';

/**
 * How much a list name is worth: `primary` and `strong` names identify, `weak` ones (nicknames, low-quality
 * aliases) only support, `former` ones are no longer used, `original` ones are in the original script.
 */
export type NameKind = 'primary' | 'strong' | 'weak' | 'former' | 'original';

export interface ListName {
  /** The whole name as it should be read, given names first where the source distinguishes them. */
  text: string;
  kind: NameKind;
  /** Given names, where the source distinguishes them. */
  first?: string;
  /** Family name of a person, where the source distinguishes it. */
  last?: string;
}

/** A date of birth as the time span in which it lies; both ends are `YYYY-MM-DD` and inclusive. */
export interface DateInterval {
  from: string;
  to: string;
  precision: 'day' | 'month' | 'year' | 'range' | 'circa';
}

export interface Identifier {
  /** Kind as published, e.g. `Passport`, `Registration Number`, `IMO`. */
  kind: string;
  value: string;
  /** ISO 3166 alpha-2 of the issuer. */
  country?: string;
  /** What the kind names, where it is one of these types. */
  type?: IdentifierType;
  /** Chain of a wallet as OFAC names it: `XBT`, `ETH`. */
  chain?: string;
}

export interface Address {
  text?: string;
  /** ISO 3166 alpha-2. */
  country?: string;
}

export type Category = 'sanctions' | 'pep' | 'law-enforcement' | 'adverse-media' | 'watchlist';

export interface ListEntry {
  /** Source id, a colon, the publisher's own id: `un-sc:6908555`. Stable across versions of a list. */
  id: string;
  source: string;
  type: EntityType;
  /** At least one; the first `primary` name is the entry's title. */
  names: ListName[];
  gender?: 'M' | 'F';
  births: DateInterval[];
  /** ISO 3166 alpha-2 codes of nationality or citizenship. */
  nationalities: string[];
  /** ISO 3166 alpha-2 codes of other ties: residence, address, registration, flag. */
  countries: string[];
  identifiers: Identifier[];
  addresses: Address[];
  category: Category;
  /** The kind of list below the category, e.g. `un`, `ofac-sdn`. */
  subCategory: string;
  programs: string[];
  /** `YYYY-MM-DD`. */
  listedOn?: string;
  /** `YYYY-MM-DD`, `YYYY-MM` or `YYYY`. */
  incorporatedOn?: string;
  positions?: string[];
  placesOfBirth?: string[];
  remarks?: string;
}
