import { z } from 'zod';
import { namedCountry as country } from '../hit.ts';

/** A listed entity as its list has it, for the page on which people decide about a hit. */

const text = z.string();
const day = z.string().describe('`YYYY-MM-DD`.');

const identifier = z.object({
  kind: z.string().describe('As published: `Passport`, `Registration Number`.'),
  value: text,
  type: z.string().nullable().describe('What the kind names, where Gatehouse knows it: `wallet`, `imo`.'),
  chain: z.string().nullable().describe('Of a wallet, as OFAC names it: `XBT`.'),
  country: country.nullable().describe('Of the issuer.'),
});

const relation = z.object({
  kind: z.string().describe('The entity, this word, then the other end: `owned-by`, `family`, `linked`.'),
  role: z.string().nullable().describe('As published.'),
  name: z.string().nullable().describe('Of the other end, as published.'),
  entityId: z.string().nullable().describe('Of the other end, where the file names it by its ID.'),
  share: z.string().nullable().describe('Of an owner, in percent, as published: `51`, `25-50`.'),
  from: z.string().nullable(),
  to: z.string().nullable(),
});

const craft = z.object({
  model: z.string().nullable(),
  flags: z.array(z.object({ text, country: country.nullable(), former: z.boolean() })),
  built: z.string().nullable(),
  tonnage: z.string().nullable(),
  grossTonnage: z.string().nullable(),
  length: z.string().nullable(),
});

/** Members are empty or null where the list states nothing. */
const listedEntity = z
  .object({
    entityId: z.string(),
    source: z.string(),
    type: z.string().describe('individual, corporate, vessel, aircraft or other.'),
    names: z.array(
      z.object({
        text,
        kind: z.string().describe('primary, strong, weak, former or original.'),
        script: z.string().nullable().describe('Where it is not Latin: `Arabic`, `Cyrillic`.'),
      }),
    ),
    titles: z.array(text),
    genders: z.array(text),
    births: z.array(
      z.object({
        from: day,
        to: day,
        precision: z.string().describe('day, month, year, range or circa.'),
      }),
    ),
    placesOfBirth: z.array(text),
    diedOn: z.string().nullable(),
    nationalities: z.array(country),
    otherNationalities: z.array(text).describe('As published, where no country code stands for them.'),
    countries: z.array(country).describe('Of residence, address, registration or flag.'),
    identifiers: z.array(identifier),
    incorporatedOn: z.string().nullable(),
    craft: craft.nullable().describe('Of a vessel or aircraft.'),
    positions: z.array(text),
    category: z.string(),
    subCategory: z.string(),
    programs: z.array(
      z.object({
        code: text,
        title: z.string().nullable().describe('Null where Gatehouse has no title for it.'),
      }),
    ),
    legalBasis: z.array(z.object({ text, date: z.string().nullable(), url: z.string().nullable() })),
    reasons: z.array(text).describe('Why it is listed, as stated.'),
    measures: z.array(text),
    listedOn: z.string().nullable(),
    amendedOn: z.array(day),
    expiresOn: z.string().nullable(),
    remarks: z.string().nullable().describe('Of the tenant’s own watchlist: the note.'),
    links: z.array(text).describe('The publisher’s page first.'),
    addresses: z.array(
      z.object({ text: z.string().nullable(), country: country.nullable(), note: z.string().nullable() }),
    ),
    contacts: z.array(text),
    relations: z.array(relation),
    references: z.array(
      z.object({ scheme: z.string().describe('`un`, `eu`, `ofsi`, `wikidata`.'), value: text }),
    ),
  })
  .meta({ id: 'ListedEntity' });
export type ListedEntityView = z.infer<typeof listedEntity>;

/** How the entry of the active version of its list compares with the one that was searched. */
export const entityStates = ['unchanged', 'changed', 'removed', 'not-loaded', 'not-stored'] as const;
export type EntityState = (typeof entityStates)[number];

export const alertEntity = z
  .object({
    entity: listedEntity
      .nullable()
      .describe('As it was in the version that was searched; null for hits that are older than this record.'),
    listVersion: z.string().nullable().describe('The version that was searched.'),
    activeVersion: z.string().nullable().describe('Null where the list is not loaded.'),
    state: z
      .enum(entityStates)
      .describe(
        '`removed`: the active version has no such entry. `not-loaded`: the list is not loaded now. `not-stored`: `entity` is null, so nothing can be compared.',
      ),
    active: listedEntity
      .nullable()
      .describe('The entry of the active version; null where it is the same, removed or not loaded.'),
    changedFields: z.array(z.string()).describe('Members of `entity` that differ in `active`.'),
  })
  .meta({ id: 'AlertEntity' });
export type AlertEntityView = z.infer<typeof alertEntity>;
