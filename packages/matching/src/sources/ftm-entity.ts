/** Entities of the FollowTheMoney model, as OpenSanctions publishes them. */
import { parseBirth } from '../dates.ts';
import type { Address, EntityType, Identifier, ListEntry, ListName, NameKind } from '../entry.ts';
import { craftFlag, type DetailFacts } from './entry-details.ts';
import { type FtmFacts, factsOf, textsOf } from './ftm-facts.ts';
import { ftmRelations } from './ftm-relations.ts';
import { listingDays, sanctionDetails } from './ftm-sanctions.ts';
import { itemsOf, jsonText, membersOf } from './json-records.ts';
import { isOriginalScript, listAddress, listEntry, listIdentifier, listName } from './list-entry.ts';
import { categoryOfTopics } from './opensanctions-topics.ts';
import { parseCountries, parseCountry } from './parse-country.ts';

/** Schemas that are screened; all others (addresses, payments, ownerships, …) only describe these. */
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
/** Former ids of an entity that are kept. */
const MOST_REFERENTS = 20;

type Json = Readonly<Record<string, unknown>>;

/** Entities that are inside properties, in the nested format. */
function nestedEntities(properties: Json): FtmFacts[] {
  const nested: FtmFacts[] = [];
  for (const items of Object.values(properties)) {
    for (const item of itemsOf(items)) {
      if (typeof item === 'object') nested.push(factsOf(membersOf(item)));
    }
  }
  return nested;
}

/** Own properties of the entities of one schema. */
function ofSchema(attached: readonly FtmFacts[], schema: string): Json[] {
  return attached.filter((item) => item.schema === schema).map((item) => item.properties);
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

function identifiersOf(properties: Json, nested: readonly FtmFacts[]): (Identifier | undefined)[] {
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
          parseCountry(textsOf(document, 'country')[0]),
        ),
      ),
    ),
  );
  // The nested document has more than the copy of its number on the entity.
  const numbers = new Set(documents.map((document) => document?.value));
  return [...documents, ...held, ...own.filter((identifier) => !numbers.has(identifier?.value))];
}

function addressesOf(properties: Json, nested: readonly FtmFacts[]): (Address | undefined)[] {
  const whole = ofSchema(nested, 'Address').map((address) =>
    listAddress(textsOf(address, 'full')[0], parseCountry(textsOf(address, 'country')[0])),
  );
  return [...whole, ...textsOf(properties, 'address').map((text) => listAddress(text, undefined))];
}

function genderOf(properties: Json): 'M' | 'F' | undefined {
  const genders = new Set(textsOf(properties, 'gender'));
  if (genders.size !== 1) return undefined;
  if (genders.has('male')) return 'M';
  return genders.has('female') ? 'F' : undefined;
}

function programsOf(entity: Json, properties: Json, nested: readonly FtmFacts[]): string[] {
  const programs = [properties, ...ofSchema(nested, 'Sanction')].flatMap((item) => [
    ...textsOf(item, 'programId'),
    ...textsOf(item, 'program'),
  ]);
  return programs.length > 0 ? programs : itemsOf(entity['datasets']).flatMap((item) => jsonText(item) ?? []);
}

/** Notes for the reader, cut at a length with a sign that they continue. */
function notesOf(properties: Json): string | undefined {
  const notes = [...textsOf(properties, 'notes'), ...textsOf(properties, 'summary')].join('; ');
  if (notes === '') return undefined;
  return notes.length > LONGEST_NOTES ? `${notes.slice(0, LONGEST_NOTES)}…` : notes;
}

/** Names of an entity in other catalogues. An entity that was joined of many has as many former ids; most are of no list. */
function referencesOf(entity: Json, properties: Json): DetailFacts['references'] {
  const former = itemsOf(entity['referents']).flatMap((item) => jsonText(item) ?? []);
  return [
    ...textsOf(properties, 'wikidataId').map((value) => ({ scheme: 'wikidata', value })),
    ...former.slice(0, MOST_REFERENTS).map((value) => ({ scheme: 'opensanctions', value })),
  ];
}

/** What only the page of an entry shows. */
function detailsOf(entity: Json, properties: Json, attached: readonly FtmFacts[]): DetailFacts {
  const sanctions = sanctionDetails(attached);
  const notes = [...textsOf(properties, 'notes'), ...textsOf(properties, 'summary')].join('; ');
  const genders = textsOf(properties, 'gender');
  return {
    ...sanctions,
    links: [...sanctions.links, ...textsOf(properties, 'sourceUrl')],
    references: [...sanctions.references, ...(referencesOf(entity, properties) ?? [])],
    relations: ftmRelations(ftmId(entity), attached),
    titles: textsOf(properties, 'title'),
    genders: genderOf(properties) ? [] : genders,
    nationalities: ['nationality', 'citizenship']
      .flatMap((name) => textsOf(properties, name))
      .filter((text) => parseCountry(text) === undefined),
    diedOn: textsOf(properties, 'deathDate')[0],
    contacts: ['phone', 'email', 'website'].flatMap((name) => textsOf(properties, name)),
    craft: {
      model: [...textsOf(properties, 'type'), ...textsOf(properties, 'model')][0],
      flags: [
        ...textsOf(properties, 'flag').map((text) => craftFlag(text, parseCountry)),
        ...textsOf(properties, 'pastFlags').map((text) => craftFlag(text, parseCountry, true)),
      ].filter((flag) => flag !== undefined),
      built: textsOf(properties, 'buildDate')[0],
      tonnage: textsOf(properties, 'tonnage')[0],
      grossTonnage: textsOf(properties, 'grossRegisteredTonnage')[0],
    },
    remarks: notes.length > LONGEST_NOTES ? notes : undefined,
  };
}

/** Publisher's id of an entity; empty when it has none. */
export function ftmId(entity: Json): string {
  return jsonText(entity['id']) ?? '';
}

/**
 * The entry of an entity; undefined for one that is not screened: of another schema, or neither a target of the
 * publisher nor of any risk topic. A text says why there is none where one is expected.
 * @param joined entities of other lines that name this one: its wallets, documents, sanctions and relations
 */
export function ftmEntry(entity: Json, joined: readonly FtmFacts[] = []): ListEntry | string | undefined {
  const schema = jsonText(entity['schema']);
  if (schema === undefined) return `entity ${ftmId(entity)} has no schema`;
  const type = ftmType(schema);
  if (type === undefined) return undefined;
  const properties = membersOf(entity['properties']);
  const topics = textsOf(properties, 'topics');
  if (entity['target'] === false && topics.length === 0) return undefined;
  const isPerson = type === 'individual';
  const attached = [...nestedEntities(properties), ...joined];
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
    nationalities: parseCountries(citizenships),
    countries: parseCountries(ties.flatMap((name) => textsOf(properties, name))),
    identifiers: identifiersOf(properties, attached),
    addresses: addressesOf(properties, attached),
    ...categoryOfTopics(topics),
    programs: programsOf(entity, properties, attached),
    listedOn: listingDays(attached)[0],
    incorporatedOn: textsOf(properties, 'incorporationDate')[0],
    positions: [
      ...textsOf(properties, 'position'),
      ...ofSchema(attached, 'Occupancy').flatMap((held) =>
        ofSchema(nestedEntities(held), 'Position').flatMap((post) => textsOf(post, 'name')),
      ),
    ],
    placesOfBirth: textsOf(properties, 'birthPlace'),
    remarks: [notesOf(properties)],
    details: detailsOf(entity, properties, attached),
  });
}
