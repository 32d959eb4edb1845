import type { AlertEntityView, ListedEntityView } from '@gatehouse/contract';
import type { EntryDetails, Identifier, ListEntry } from '@gatehouse/matching';
import { countryName } from '../lib/countries.ts';
import type { AlertEntity } from './listed-entity.ts';
import { programTitle } from './program-titles.ts';
import type { ActiveEntry } from './screening.ts';

/** An entry as people read it: every member is there, countries have their names, programmes their titles. */
function listedEntityView(entry: ListEntry): ListedEntityView {
  const { details = {} } = entry;
  return {
    entityId: entry.id,
    source: entry.source,
    type: entry.type,
    names: entry.names.map(({ text, kind }) => ({ text, kind, script: scriptOf(text) })),
    ...particularsOf(entry, details),
    ...listingOf(entry, details),
    ...tiesOf(entry, details),
  };
}

/** Who or what it is. */
function particularsOf(entry: ListEntry, details: EntryDetails) {
  return {
    titles: details.titles ?? [],
    genders: [...(entry.gender ? [entry.gender] : []), ...(details.genders ?? [])],
    births: entry.births.map(({ from, to, precision }) => ({ from, to, precision })),
    placesOfBirth: entry.placesOfBirth ?? [],
    diedOn: details.diedOn ?? null,
    nationalities: entry.nationalities.map(countryOf),
    otherNationalities: details.nationalities ?? [],
    countries: entry.countries.map(countryOf),
    identifiers: entry.identifiers.map(identifierView),
    incorporatedOn: entry.incorporatedOn ?? null,
    craft: craftOf(details),
    positions: entry.positions ?? [],
  };
}

/** Why and since when it is listed. */
function listingOf(entry: ListEntry, details: EntryDetails) {
  return {
    category: entry.category,
    subCategory: entry.subCategory,
    programs: entry.programs.map((code) => ({ code, title: programTitle(entry.source, code) })),
    legalBasis: (details.legalBasis ?? []).map(({ text, date = null, url = null }) => ({ text, date, url })),
    reasons: details.reasons ?? [],
    measures: details.measures ?? [],
    listedOn: entry.listedOn ?? null,
    amendedOn: details.amendedOn ?? [],
    expiresOn: details.expiresOn ?? null,
    remarks: details.remarks ?? entry.remarks ?? null,
    links: details.links ?? [],
  };
}

/** Where it is, and whom it has to do with. */
function tiesOf(entry: ListEntry, details: EntryDetails) {
  const notes = new Map((details.addressNotes ?? []).map(({ address, note }) => [address, note]));
  return {
    addresses: entry.addresses.map(({ text = null, country }) => ({
      text,
      country: country === undefined ? null : countryOf(country),
      note: notes.get(text ?? '') ?? null,
    })),
    contacts: details.contacts ?? [],
    relations: (details.relations ?? []).map(
      ({ kind, role = null, name = null, id = null, share = null, from = null, to = null }) => ({
        kind,
        role,
        name,
        entityId: id,
        share,
        from,
        to,
      }),
    ),
    references: (details.references ?? []).map(({ scheme, value }) => ({ scheme, value })),
  };
}

function identifierView({ kind, value, type, chain, country }: Identifier) {
  return {
    kind,
    value,
    type: type ?? null,
    chain: chain ?? null,
    country: country === undefined ? null : countryOf(country),
  };
}

function craftOf({ craft }: EntryDetails): ListedEntityView['craft'] {
  if (craft === undefined) return null;
  const { model = null, built = null, tonnage = null, grossTonnage = null, length = null } = craft;
  const flags = (craft.flags ?? []).map(({ text, country, former = false }) => ({
    text,
    country: country === undefined ? null : countryOf(country),
    former,
  }));
  return { model, flags, built, tonnage, grossTonnage, length };
}

function countryOf(code: string) {
  return { code, name: countryName(code) };
}

/** Scripts of list names that people cannot be expected to tell apart by sight. */
const scripts = [
  'Arabic',
  'Armenian',
  'Bengali',
  'Cyrillic',
  'Devanagari',
  'Georgian',
  'Greek',
  'Han',
  'Hangul',
  'Hebrew',
  'Hiragana',
  'Katakana',
  'Khmer',
  'Lao',
  'Myanmar',
  'Tamil',
  'Thai',
].map((name) => ({ name, pattern: new RegExp(`\\p{Script=${name}}`, 'u') }));

/** The script of the first letter that is not Latin; null where there is none. */
function scriptOf(text: string): string | null {
  return scripts.find(({ pattern }) => pattern.test(text))?.name ?? null;
}

/** The entry behind a hit as people read it, and how the active version of its list differs. */
export function alertEntityView(alert: AlertEntity, active: ActiveEntry | undefined): AlertEntityView {
  const versions = { listVersion: alert.listVersion, activeVersion: active?.version ?? null };
  if (alert.entry === null) {
    return { entity: null, ...versions, state: 'not-stored', active: null, changedFields: [] };
  }
  const entity = listedEntityView(alert.entry);
  if (active?.entry === undefined) {
    const state = active === undefined ? 'not-loaded' : 'removed';
    return { entity, ...versions, state, active: null, changedFields: [] };
  }
  const now = listedEntityView(active.entry);
  const changed = (Object.keys(entity) as (keyof ListedEntityView)[]).filter(
    (field) => JSON.stringify(entity[field]) !== JSON.stringify(now[field]),
  );
  return changed.length === 0
    ? { entity, ...versions, state: 'unchanged', active: null, changedFields: [] }
    : { entity, ...versions, state: 'changed', active: now, changedFields: changed };
}
