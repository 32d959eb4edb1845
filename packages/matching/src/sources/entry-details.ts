/** Puts the details of an entry together: without repetitions, without empty members. */
import type {
  Address,
  AddressNote,
  Craft,
  CraftFlag,
  EntryDetails,
  LegalBasis,
  Reference,
  Relation,
} from '../entry.ts';

type Maybe<T> = readonly (T | undefined)[];

/** Details as they come; what is undefined, empty or repeated is left out. */
export interface DetailFacts {
  amendedOn?: Maybe<string>;
  expiresOn?: string | undefined;
  legalBasis?: Maybe<LegalBasis>;
  reasons?: Maybe<string>;
  measures?: Maybe<string>;
  links?: Maybe<string>;
  references?: Maybe<Reference>;
  relations?: Maybe<Relation>;
  addressNotes?: Maybe<AddressNote>;
  titles?: Maybe<string>;
  genders?: Maybe<string>;
  nationalities?: Maybe<string>;
  diedOn?: string | undefined;
  contacts?: Maybe<string>;
  craft?: { [Member in keyof Craft]?: Craft[Member] | undefined };
  remarks?: string | undefined;
}

/** Characters of one text that are kept: the longest statements of reasons are shorter, and a million entries have to fit. */
const LONGEST_TEXT = 4000;

function text(value: string | undefined): string | undefined {
  const plain = value?.replace(/\s+/g, ' ').trim();
  if (!plain) return undefined;
  return plain.length > LONGEST_TEXT ? `${plain.slice(0, LONGEST_TEXT)}…` : plain;
}

function texts(values: Maybe<string> | undefined): string[] | undefined {
  const found = new Set((values ?? []).flatMap((value) => text(value) ?? []));
  return found.size > 0 ? [...found] : undefined;
}

function distinct<T extends object>(items: Maybe<T> | undefined): T[] | undefined {
  const found = new Map<string, T>();
  for (const item of items ?? []) if (item) found.set(JSON.stringify(item), item);
  return found.size > 0 ? [...found.values()] : undefined;
}

/** The members that have a value, in the order given; undefined when none has. */
function present<T extends object>(members: { [Member in keyof T]?: T[Member] | undefined }): T | undefined {
  const own = Object.entries(members).filter(([, value]) => value !== undefined);
  return own.length > 0 ? (Object.fromEntries(own) as T) : undefined;
}

/** A relation, or undefined where its other end is neither named nor known by its id. */
export function relation(
  kind: Relation['kind'],
  end: { [Member in Exclude<keyof Relation, 'kind' | 'indirect' | 'beneficial'>]?: string | undefined },
): Relation | undefined {
  const [id, name] = [text(end.id), text(end.name)];
  if (id === undefined && name === undefined) return undefined;
  const { role, share, votes, from, to } = end;
  const rest = present<Omit<Relation, 'kind'>>({
    role: text(role),
    id,
    name,
    share: text(share),
    votes: text(votes),
    from: text(from),
    to: text(to),
  });
  return { kind, ...rest };
}

/** A legal basis, or undefined where nothing says which. */
export function legalBasis(
  words: string | undefined,
  { date, url }: { date?: string | undefined; url?: string | undefined } = {},
): LegalBasis | undefined {
  const plain = text(words) ?? text(url);
  return plain === undefined ? undefined : present<LegalBasis>({ text: plain, date, url: text(url) });
}

/** A number on another list, or undefined where there is none. */
export function reference(scheme: string, value: string | undefined): Reference | undefined {
  const plain = text(value);
  return plain === undefined ? undefined : { scheme, value: plain };
}

/** A note on an address, or undefined where one of both is missing. */
export function addressNote(address: Address | undefined, note: string | undefined): AddressNote | undefined {
  const plain = text(note);
  return plain === undefined || address?.text === undefined
    ? undefined
    : { address: address.text, note: plain };
}

/** A flag with its country, as `countryOf` knows it. */
export function craftFlag(
  words: string | undefined,
  countryOf: (words: string) => string | undefined,
  isFormer = false,
): CraftFlag | undefined {
  const plain = text(words);
  if (plain === undefined) return undefined;
  return present<CraftFlag>({
    text: plain,
    country: countryOf(plain),
    former: isFormer ? true : undefined,
  });
}

/** Web addresses that a text holds, without the punctuation behind them. */
export function linksIn(words: string | undefined): string[] {
  return (words ?? '').match(/https?:\/\/[^\s<>"]+[^\s<>".,;:)\]]/g) ?? [];
}

/** The details of an entry, in one order of members for every source; undefined where the file has none. */
export function entryDetails(facts: DetailFacts): EntryDetails | undefined {
  const { craft } = facts;
  return present<EntryDetails>({
    amendedOn: texts(facts.amendedOn)?.sort(),
    expiresOn: facts.expiresOn,
    legalBasis: distinct(facts.legalBasis),
    reasons: texts(facts.reasons),
    measures: texts(facts.measures),
    links: texts(facts.links),
    references: distinct(facts.references),
    relations: distinct(facts.relations),
    addressNotes: distinct(facts.addressNotes),
    titles: texts(facts.titles),
    genders: texts(facts.genders),
    nationalities: texts(facts.nationalities),
    diedOn: facts.diedOn,
    contacts: texts(facts.contacts),
    craft: craft && present<Craft>({ ...craft, flags: distinct(craft.flags) }),
    remarks: text(facts.remarks),
  });
}
