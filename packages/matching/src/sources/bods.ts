/** Statements of the Beneficial Ownership Data Standard, versions 0.2 to 0.4: who owns and controls whom. */
import { parseBirth } from '../dates.ts';
import type { Address, Identifier, ListEntry, ListName, NameKind, Relation } from '../entry.ts';
import { bodsRelations } from './bods-interests.ts';
import {
  type BodsRelationship,
  type BodsStatement,
  bodsRelationship,
  bodsStatement,
} from './bods-statements.ts';
import { twoReadings } from './ftm-joined.ts';
import { type JsonObject, jsonObjects } from './json-objects.ts';
import { itemsOf, jsonText, membersOf } from './json-records.ts';
import { joinParts, listAddress, listEntry, listIdentifier, listName } from './list-entry.ts';
import { parseCountries, parseCountry } from './parse-country.ts';
import {
  checkRejected,
  type ListSource,
  recordEntries,
  requiredFile,
  type SourceFile,
  type SourceReport,
} from './source.ts';

const FILES = ['bods.json', 'bods.jsonl', '*bods*.json', '*bods*.jsonl'];

type Json = Readonly<Record<string, unknown>>;

const NAME_KINDS: Readonly<Record<string, NameKind>> = {
  legal: 'primary',
  individual: 'primary',
  former: 'former',
  birth: 'former',
};
const PERSON_NUMBERS: Readonly<Record<string, string>> = {
  PASSPORT: 'Passport',
  TAXID: 'Tax Number',
  IDCARD: 'National ID',
};

function namesOf(details: Json): (ListName | undefined)[] {
  const names = itemsOf(details['names']).map((item) => {
    const name = membersOf(item);
    const [first, last] = [jsonText(name['givenName']), jsonText(name['familyName'])];
    const full = jsonText(name['fullName']) ?? joinParts([first, last], ' ');
    return listName(full, NAME_KINDS[jsonText(name['type']) ?? ''] ?? 'strong', { first, last });
  });
  const alternates = itemsOf(details['alternateNames']).map((item) => listName(jsonText(item), 'strong'));
  return [listName(jsonText(details['name']), 'primary'), ...names, ...alternates];
}

/** Numbers of companies are named by a code of org-id.guide (`GB-COH`), those of people by country and kind (`GBR-PASSPORT`). */
function identifierOf(item: unknown): Identifier | undefined {
  const identifier = membersOf(item);
  const [scheme, id] = [jsonText(identifier['scheme']) ?? '', jsonText(identifier['id'])];
  if (/^XI-LEI$/i.test(scheme)) return listIdentifier('LEI', id);
  const [, country, kind] = /^([A-Z]{2,3})-(\w+)$/.exec(scheme) ?? [];
  if (kind !== undefined && country?.length === 3 && PERSON_NUMBERS[kind]) {
    return listIdentifier(PERSON_NUMBERS[kind], id, parseCountry(country));
  }
  if (country?.length === 2) return listIdentifier('Registration Number', id, parseCountry(country));
  return listIdentifier(jsonText(identifier['schemeName']) ?? (scheme || 'Identifier'), id);
}

/** Countries are codes in 0.2 and 0.3, objects with a code in 0.4. */
function countryOf(value: unknown): string | undefined {
  return jsonText(value) ?? jsonText(membersOf(value)['code']) ?? jsonText(membersOf(value)['name']);
}

function addressesOf(details: Json): (Address | undefined)[] {
  return itemsOf(details['addresses']).map((item) => {
    const address = membersOf(item);
    return listAddress(jsonText(address['address']), parseCountry(countryOf(address['country'])));
  });
}

function entryOf(
  { kind, recordId, details }: BodsStatement,
  relations: readonly Relation[],
): ListEntry | string {
  const isPerson = kind === 'person';
  const ended = jsonText(details['dissolutionDate']);
  return listEntry({
    source: 'bods',
    publisherId: recordId,
    type: isPerson ? 'individual' : 'corporate',
    names: namesOf(details),
    births: isPerson ? itemsOf(jsonText(details['birthDate'])).map((date) => parseBirth(String(date))) : [],
    nationalities: parseCountries(itemsOf(details['nationalities']).map(countryOf)),
    countries: parseCountries([
      countryOf(details['jurisdiction']) ?? countryOf(details['incorporatedInJurisdiction']),
    ]),
    identifiers: itemsOf(details['identifiers']).map(identifierOf),
    addresses: addressesOf(details),
    // Nobody is listed by it: the source is read for relations alone.
    category: 'watchlist',
    subCategory: 'bods',
    incorporatedOn: jsonText(details['foundingDate']),
    remarks: [ended && `Dissolved: ${ended}`],
    details: { relations, diedOn: jsonText(details['deathDate']) },
  });
}

/** What the standard calls somebody who is unknown or anonymous, and has no name; undefined for all others. */
function unnamedType(details: Json): string | undefined {
  if (namesOf(details).some((name) => name !== undefined)) return undefined;
  const entityType = details['entityType'];
  const type =
    jsonText(details['personType']) ?? jsonText(entityType) ?? jsonText(membersOf(entityType)['type']);
  return /^(?:unknown|anonymous)/.test(type ?? '') ? type : undefined;
}

/** `anonymousPerson` as words. */
function inWords(code: string): string {
  return code.replaceAll(/[A-Z]/g, ' $&').toLowerCase();
}

const unnamedMark = 'not named: ';

/** What a party is that a relation of this source states without a name; undefined for the name of any other. */
export function unnamedParty(name: string): 'individual' | 'corporate' | 'unknown' | undefined {
  if (!name.startsWith(unnamedMark)) return undefined;
  const [, type] = /^(?:unknown|anonymous) (person|entity) \(/.exec(name.slice(unnamedMark.length)) ?? [];
  if (type === undefined) return 'unknown';
  return type === 'person' ? 'individual' : 'corporate';
}

/** What a whole file says, before entries are made: the newest statement of each record, and all relationships. */
class Register {
  readonly #newest = new Map<string, { readonly date: string; readonly at: number }>();
  readonly #relationships = new Map<string, BodsRelationship>();
  readonly #replacedBy = new Map<string, string>();
  /** How parties without a name are called, by their records. */
  readonly #unnamed = new Map<string, string>();
  #relations: Map<string, Relation[]> | undefined;

  /** @param at number of the statement in its file */
  note(statement: BodsStatement, at: number): void {
    const { recordId, date, kind } = statement;
    for (const replaced of statement.replaces) this.#replacedBy.set(replaced, recordId);
    const known = this.#newest.get(recordId);
    if (known !== undefined && known.date > date) return;
    this.#newest.set(recordId, { date, at });
    if (kind !== 'relationship') {
      const type = unnamedType(statement.details);
      if (type !== undefined) this.#unnamed.set(recordId, `${unnamedMark}${inWords(type)} (${recordId})`);
      return;
    }
    const relationship = bodsRelationship(statement);
    if (relationship === undefined) this.#relationships.delete(recordId);
    else this.#relationships.set(recordId, relationship);
  }

  isNewest(recordId: string, at: number): boolean {
    return this.#newest.get(recordId)?.at === at && !this.#replacedBy.has(recordId);
  }

  relationsOf(recordId: string): readonly Relation[] {
    this.#relations ??= this.#joined();
    return this.#relations.get(recordId) ?? [];
  }

  /** The statement that replaces another at last. */
  #current(id: string): string {
    let current = id;
    for (let hops = 0; hops < 100; hops++) {
      const next = this.#replacedBy.get(current);
      if (next === undefined || next === id) break;
      current = next;
    }
    return current;
  }

  #joined(): Map<string, Relation[]> {
    const joined = new Map<string, Relation[]>();
    const add = (id: string, relations: readonly Relation[]) => {
      const own = joined.get(id);
      if (own) own.push(...relations);
      else joined.set(id, [...relations]);
    };
    for (const [recordId, stated] of this.#relationships) {
      if (this.#replacedBy.has(recordId)) continue;
      const [subject, party] = [this.#current(stated.subject), this.#current(stated.party)];
      const { ofParty, ofSubject } = bodsRelations({ ...stated, subject, party });
      const naming = (other: string) => (each: Relation) => {
        const name = this.#unnamed.get(other);
        return name === undefined ? each : { ...each, name };
      };
      add(party, ofParty.map(naming(subject)));
      add(subject, ofSubject.map(naming(party)));
    }
    return joined;
  }
}

/** Statements with their number in the file. */
async function* statementsOf(
  file: SourceFile,
  report: SourceReport,
): AsyncGenerator<{
  readonly object: JsonObject;
  readonly statement: BodsStatement | string;
  readonly at: number;
}> {
  let at = 0;
  for await (const object of jsonObjects(file, report)) {
    yield { object, statement: bodsStatement(object.value), at: at++ };
  }
}

async function* parse(files: SourceFile[]): AsyncGenerator<ListEntry, SourceReport> {
  const report: SourceReport = { entries: 0, rejected: [] };
  const { name, ...rest } = requiredFile(files, ...FILES);
  const [first, second] = await twoReadings({ name, ...rest });
  const register = new Register();
  // What cannot be used is reported by the second reading.
  const unreported: SourceReport = { entries: Number.MAX_SAFE_INTEGER, rejected: [] };
  for await (const { statement, at } of statementsOf({ name, chunks: first }, unreported)) {
    if (typeof statement !== 'string') register.note(statement, at);
  }
  yield* recordEntries(statementsOf({ name, chunks: second }, report), {
    file: name,
    report,
    place: ({ object }) => `${name}, line ${object.line}`,
    entryOf: ({ statement, at }) => {
      if (typeof statement === 'string') return statement;
      const { kind, recordId, details } = statement;
      if (kind === 'relationship' || !register.isNewest(recordId, at)) return undefined;
      // Somebody unknown or anonymous has no name on purpose.
      if (unnamedType(details) !== undefined) return undefined;
      return entryOf(statement, register.relationsOf(recordId));
    },
  });
  checkRejected(report, name);
  return report;
}

/** Any register in the standard. It is read for relations of ownership, and searched by no engine. */
export const bods: ListSource = {
  id: 'bods',
  title: 'Beneficial ownership statements (BODS)',
  publisher: 'whoever publishes the register',
  licence: 'that of the register',
  urls: [],
  fileNames: { required: [], optional: FILES },
  relationsOnly: true,
  parse,
};
