/** Entities of the FollowTheMoney model, as OpenSanctions publishes them. */
import { parseBirth } from '../dates.ts';
import type { Address, EntityType, Identifier, ListEntry, ListName, NameKind } from '../entry.ts';
import { listedCountries, listedCountry } from './countries-of-lists.ts';
import { itemsOf, jsonText, membersOf } from './json-records.ts';
import { isOriginalScript, listAddress, listEntry, listIdentifier, listName } from './list-entry.ts';
import { isoDay } from './numeric-dates.ts';
import { categoryOf } from './topics.ts';

/** Schemas that are screened; all others (addresses, payments, ownerships, …) only tell about these. */
const TYPES: Readonly<Record<string, EntityType>> = {
  Person: 'individual',
  LegalEntity: 'corporate',
  Organization: 'corporate',
  Company: 'corporate',
  PublicBody: 'corporate',
  Vessel: 'vessel',
  Airplane: 'aircraft',
  CryptoWallet: 'other',
};

/** Our type for a schema; undefined for one that is not screened. */
export function ftmType(schema: string | undefined): EntityType | undefined {
  return schema === undefined ? undefined : TYPES[schema];
}

const WALLET_KIND = 'Digital Currency Address';
/** Properties that identify their holder, and how they are called. */
const IDENTIFIERS: Readonly<Record<string, string>> = {
  passportNumber: 'Passport',
  idNumber: 'ID Number',
  socialSecurityNumber: 'Social Security Number',
  taxNumber: 'Tax Number',
  innCode: 'INN',
  vatCode: 'VAT Number',
  registrationNumber: 'Registration Number',
  ogrnCode: 'OGRN',
  okpoCode: 'OKPO',
  leiCode: 'LEI',
  dunsCode: 'DUNS',
  uscCode: 'USCC',
  uniqueEntityId: 'UEI',
  npiCode: 'NPI',
  swiftBic: 'SWIFT/BIC',
  bikCode: 'BIK',
  permId: 'PermID',
  imoNumber: 'IMO',
  mmsi: 'MMSI',
  callSign: 'Call Sign',
  serialNumber: 'Serial Number',
  publicKey: WALLET_KIND,
};

/** Schemas of documents, and how they are called where they do not say so. */
const DOCUMENTS: Readonly<Record<string, string>> = { Passport: 'Passport', Identification: 'ID Number' };

const NAME_KINDS: readonly [string, NameKind][] = [
  ['name', 'strong'],
  ['alias', 'strong'],
  ['previousName', 'former'],
  ['weakAlias', 'weak'],
  ['abbreviation', 'weak'],
];
/** Characters of notes that are kept: they are for reading, and a million entries have to fit in memory. */
const LONGEST_NOTES = 500;

type Json = Readonly<Record<string, unknown>>;

/** Texts of a property. Nested entities, which stand there in the nested format, are left to `nestedEntities`. */
function textsOf(properties: Json, name: string): string[] {
  return itemsOf(properties[name]).flatMap((item) => jsonText(item) ?? []);
}

/** Entities that stand inside properties, in the nested format. */
function nestedEntities(properties: Json): Json[] {
  const nested: Json[] = [];
  for (const items of Object.values(properties)) {
    for (const item of itemsOf(items)) {
      if (typeof item === 'object') nested.push(membersOf(item));
    }
  }
  return nested;
}

/** Own properties of the entities of one schema. */
function ofSchema(nested: readonly Json[], schema: string): Json[] {
  return nested.filter((item) => item['schema'] === schema).map((item) => membersOf(item['properties']));
}

/** Given and family name of a full one, by the longest family name that it begins or ends with. */
function partsOf(text: string, families: readonly string[]): { first?: string; last?: string } {
  const lower = text.toLowerCase();
  for (const family of families) {
    const plain = family.toLowerCase();
    if (lower.length <= plain.length) continue;
    if (lower.endsWith(` ${plain}`)) return { first: text.slice(0, -plain.length - 1), last: family };
    const rest = lower.startsWith(plain) ? /^,?\s+(.+)$/u.exec(text.slice(plain.length)) : null;
    if (rest) return { first: rest[1]!, last: family };
  }
  return {};
}

function namesOf(caption: string | undefined, properties: Json, isPerson: boolean): (ListName | undefined)[] {
  const families = isPerson ? textsOf(properties, 'lastName').sort((a, b) => b.length - a.length) : [];
  const names = NAME_KINDS.flatMap(([property, kind]) =>
    textsOf(properties, property).map((text) => {
      const isOriginal = kind === 'strong' && isOriginalScript(text);
      return listName(text, isOriginal ? 'original' : kind, partsOf(text, families));
    }),
  );
  const given = names.find((name) => name?.text === caption && name?.kind !== 'weak');
  const title = given ?? names.find((name) => name?.kind === 'strong') ?? names[0];
  if (!title) return [listName(caption, 'primary')];
  return [{ ...title, kind: 'primary' }, ...names.filter((name) => name !== title)];
}

/** Addresses of a wallet, with its currency as the chain where it has one. */
function walletsOf(properties: Json): (Identifier | undefined)[] {
  const chain = textsOf(properties, 'currency')[0];
  return textsOf(properties, 'publicKey').map((value) =>
    listIdentifier(WALLET_KIND, value, undefined, chain),
  );
}

function identifiersOf(properties: Json, nested: readonly Json[]): (Identifier | undefined)[] {
  const own = Object.entries(IDENTIFIERS).flatMap(([property, kind]) =>
    property === 'publicKey'
      ? walletsOf(properties)
      : textsOf(properties, property).map((value) => listIdentifier(kind, value)),
  );
  const held = ofSchema(nested, 'CryptoWallet').flatMap(walletsOf);
  const documents = Object.entries(DOCUMENTS).flatMap(([schema, kind]) =>
    ofSchema(nested, schema).flatMap((document) =>
      textsOf(document, 'number').map((value) =>
        listIdentifier(
          textsOf(document, 'type')[0] ?? kind,
          value,
          listedCountry(textsOf(document, 'country')[0]),
        ),
      ),
    ),
  );
  // The nested document tells more than the copy of its number on the entity.
  const numbers = new Set(documents.map((document) => document?.value));
  return [...documents, ...held, ...own.filter((identifier) => !numbers.has(identifier?.value))];
}

function addressesOf(properties: Json, nested: readonly Json[]): (Address | undefined)[] {
  const whole = ofSchema(nested, 'Address').map((address) =>
    listAddress(textsOf(address, 'full')[0], listedCountry(textsOf(address, 'country')[0])),
  );
  return [...whole, ...textsOf(properties, 'address').map((text) => listAddress(text, undefined))];
}

function genderOf(properties: Json): 'M' | 'F' | undefined {
  const genders = new Set(textsOf(properties, 'gender'));
  if (genders.size !== 1) return undefined;
  if (genders.has('male')) return 'M';
  return genders.has('female') ? 'F' : undefined;
}

function programsOf(entity: Json, properties: Json, nested: readonly Json[]): string[] {
  const programs = [properties, ...ofSchema(nested, 'Sanction')].flatMap((item) => [
    ...textsOf(item, 'programId'),
    ...textsOf(item, 'program'),
  ]);
  return programs.length > 0 ? programs : itemsOf(entity['datasets']).flatMap((item) => jsonText(item) ?? []);
}

function listedOnOf(nested: readonly Json[]): string | undefined {
  const dates = ofSchema(nested, 'Sanction').flatMap((sanction) =>
    ['listingDate', 'startDate'].flatMap((name) =>
      textsOf(sanction, name).flatMap((text) => isoDay(text) ?? []),
    ),
  );
  return dates.sort()[0];
}

/** Notes for the reader, cut at a length with a sign that they continue. */
function notesOf(properties: Json): string | undefined {
  const notes = [...textsOf(properties, 'notes'), ...textsOf(properties, 'summary')].join('; ');
  if (notes === '') return undefined;
  return notes.length > LONGEST_NOTES ? `${notes.slice(0, LONGEST_NOTES)}…` : notes;
}

/** Publisher's id of an entity; empty when it has none. */
export function ftmId(entity: Json): string {
  return jsonText(entity['id']) ?? '';
}

/**
 * The entry of an entity; undefined for one that is not screened: of another schema, or neither a target of the
 * publisher nor of any risk topic. A text tells why there is none where there should be one.
 */
export function ftmEntry(entity: Json): ListEntry | string | undefined {
  const schema = jsonText(entity['schema']);
  if (schema === undefined) return `entity ${ftmId(entity)} has no schema`;
  const type = ftmType(schema);
  if (type === undefined) return undefined;
  const properties = membersOf(entity['properties']);
  const topics = textsOf(properties, 'topics');
  if (entity['target'] === false && topics.length === 0) return undefined;
  const isPerson = type === 'individual';
  const nested = nestedEntities(properties);
  const citizenships = isPerson
    ? [...textsOf(properties, 'nationality'), ...textsOf(properties, 'citizenship')]
    : [];
  const ties = ['country', 'jurisdiction', 'mainCountry', 'birthCountry', 'flag'];
  return listEntry({
    source: 'opensanctions',
    publisherId: ftmId(entity),
    type,
    names: namesOf(jsonText(entity['caption']), properties, isPerson),
    gender: genderOf(properties),
    births: textsOf(properties, 'birthDate').map(parseBirth),
    nationalities: listedCountries(citizenships),
    countries: listedCountries(ties.flatMap((name) => textsOf(properties, name))),
    identifiers: identifiersOf(properties, nested),
    addresses: addressesOf(properties, nested),
    ...categoryOf(topics),
    programs: programsOf(entity, properties, nested),
    listedOn: listedOnOf(nested),
    incorporatedOn: textsOf(properties, 'incorporationDate')[0],
    positions: [
      ...textsOf(properties, 'position'),
      ...ofSchema(nested, 'Occupancy').flatMap((held) =>
        ofSchema(nestedEntities(held), 'Position').flatMap((post) => textsOf(post, 'name')),
      ),
    ],
    placesOfBirth: textsOf(properties, 'birthPlace'),
    remarks: [notesOf(properties)],
  });
}
