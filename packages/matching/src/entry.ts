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

/** How an entry is related to another: the entry, then this word, then the other end. `linked` says no more than that. */
export const RELATION_KINDS = [
  'owns',
  'owned-by',
  'operated-by',
  'controls',
  'controlled-by',
  'directs',
  'directed-by',
  'represents',
  'represented-by',
  'employs',
  'employed-by',
  'member-of',
  'has-member',
  'succeeds',
  'succeeded-by',
  'family',
  'associate',
  'linked',
] as const;
export type RelationKind = (typeof RELATION_KINDS)[number];

/** A relation as one file states it. The other end has an id, a name or both, and need not be listed itself. */
export interface Relation {
  kind: RelationKind;
  /** As published: `Acting for or on behalf of`, `brother`, `Chairman`. */
  role?: string;
  /** Entry id of the other end, where the file names it by its id. */
  id?: string;
  /** Name of the other end as published, where the file names it by text. `titleKey` compares it with titles of entries. */
  name?: string;
  /** Share of an owner in percent, as published: `51`, `25-50`, `>25-50` for more than 25. */
  share?: string;
  /** Votes of an owner in the same form, where they are stated apart from the share. */
  votes?: string;
  /** It is held through others, which may be stated as well. */
  indirect?: true;
  /** The source says that it makes the holder a beneficial owner. */
  beneficial?: true;
  /** First and last day on which it held, `YYYY-MM-DD`, `YYYY-MM` or `YYYY`. */
  from?: string;
  to?: string;
}

/** The legal act or notice by which an entity is listed. */
export interface LegalBasis {
  text: string;
  /** `YYYY-MM-DD` of its publication. */
  date?: string;
  url?: string;
}

/** What others call the same entity: its number on another list, by which entries can be joined. */
export interface Reference {
  /** `un`, `eu`, `ofsi`, `wikidata`, `opensanctions`. */
  scheme: string;
  value: string;
}

/** A remark on one of the entry's addresses, which it repeats. */
export interface AddressNote {
  address: string;
  note: string;
}

/** A flag of a vessel, or the country in which an aircraft is registered. */
export interface CraftFlag {
  /** As published. */
  text: string;
  /** ISO 3166 alpha-2. */
  country?: string;
  former?: boolean;
}

/** A vessel or aircraft, as published. Its call sign, IMO, MMSI and tail numbers are identifiers of the entry. */
export interface Craft {
  /** `Crude Oil Tanker`, `Airbus A320`. */
  model?: string;
  flags?: CraftFlag[];
  built?: string;
  tonnage?: string;
  grossTonnage?: string;
  length?: string;
}

/**
 * What only the full page of a listed entity shows, and what joins entries: as far as the file has it. Neither searches nor
 * hits read it.
 */
export interface EntryDetails {
  /** Days on which the listing was amended, `YYYY-MM-DD`, oldest first. */
  amendedOn?: string[];
  /** Last day of the listing, `YYYY-MM-DD`. */
  expiresOn?: string;
  legalBasis?: LegalBasis[];
  /** Why it is listed, as stated. */
  reasons?: string[];
  /** What is imposed: `Asset freeze`. */
  measures?: string[];
  /** Addresses of pages about it, the publisher's first. */
  links?: string[];
  references?: Reference[];
  relations?: Relation[];
  /** What the publisher says of an address: `as of early 2016`, `previous address`. */
  addressNotes?: AddressNote[];
  /** Titles of a person: `Dr`, `Haji`. */
  titles?: string[];
  /** Genders as published, where they are not one of `M` and `F`. */
  genders?: string[];
  /** Nationalities as published that have no country code. */
  nationalities?: string[];
  diedOn?: string;
  /** Telephone numbers, websites and addresses of electronic mail. */
  contacts?: string[];
  craft?: Craft;
  /** The whole remarks, where the entry has only their beginning. */
  remarks?: string;
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
  details?: EntryDetails;
}
