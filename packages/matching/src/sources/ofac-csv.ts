/** The United States' Treasury lists in their CSV set: names, alternate names, addresses, overflowing remarks. */
import type {
  Address,
  AddressNote,
  EntityType,
  EntryDetails,
  ListEntry,
  ListName,
  NameKind,
} from '../entry.ts';
import { countryNamed } from '../names/countries.ts';
import { csvRecords } from './csv-records.ts';
import { addressNote, craftFlag, entryDetails, relation } from './entry-details.ts';
import { type OfacRemarks, parseOfacRemarks } from './ofac-remarks.ts';
import {
  checkRejected,
  fileNamed,
  recordEntries,
  reject,
  requiredFile,
  type SourceFile,
  type SourceReport,
} from './source.ts';

export interface OfacFiles {
  /** Source id and the publisher's name of each file. */
  source: string;
  /** The kind of list, by the entry's programmes. */
  subCategory: (programs: readonly string[]) => string;
  names: string;
  alternates: string;
  addresses: string;
  comments: string;
}

interface Alternate {
  kind: NameKind;
  text: string;
}

interface Attachments {
  alternates: Map<string, Alternate[]>;
  addresses: Map<string, Address[]>;
  addressNotes: Map<string, AddressNote[]>;
  comments: Map<string, string>;
}

/** The publisher writes an absent value as this, with blanks around it. */
const ABSENT = '-0-';
const TYPES: Record<string, EntityType> = {
  individual: 'individual',
  vessel: 'vessel',
  aircraft: 'aircraft',
};
const ALTERNATE_KINDS: Record<string, NameKind> = { aka: 'strong', fka: 'former', nka: 'strong' };

function present(field: string | undefined): string | undefined {
  const trimmed = field?.trim();
  return trimmed === undefined || trimmed === '' || trimmed === ABSENT ? undefined : trimmed;
}

function append<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** `LAST, First Middle, Jr.` in reading order, with its parts; anything else as it is. */
function personName(text: string, kind: NameKind): ListName {
  const [last, first, ...suffixes] = text.split(',').map((part) => part.trim());
  if (!last || !first) return { text, kind };
  return { text: [first, last, ...suffixes].join(' '), kind, first, last: [last, ...suffixes].join(' ') };
}

function nameOf(text: string, kind: NameKind, isPerson: boolean): ListName {
  return isPerson ? personName(text, kind) : { text, kind };
}

async function readAlternates(
  file: SourceFile,
  into: Map<string, Alternate[]>,
  report: SourceReport,
): Promise<void> {
  for await (const { fields } of csvRecords(file, { fields: 5, report })) {
    const text = present(fields[3]);
    if (text) append(into, fields[0]!.trim(), { kind: ALTERNATE_KINDS[fields[2]!.trim()] ?? 'strong', text });
  }
}

async function readAddresses(
  file: SourceFile,
  into: Pick<Attachments, 'addresses' | 'addressNotes'>,
  report: SourceReport,
): Promise<void> {
  for await (const { fields } of csvRecords(file, { fields: 6, report })) {
    const text = [fields[2], fields[3], fields[4]].flatMap((part) => present(part) ?? []).join(', ');
    if (text === '') continue;
    const country = countryNamed(present(fields[4]) ?? '');
    const address = { text, ...(country ? { country } : {}) };
    append(into.addresses, fields[0]!.trim(), address);
    const note = addressNote(address, present(fields[5]));
    if (note) append(into.addressNotes, fields[0]!.trim(), note);
  }
}

async function readComments(
  file: SourceFile,
  into: Map<string, string>,
  report: SourceReport,
): Promise<void> {
  for await (const { fields } of csvRecords(file, { fields: 2, report })) {
    const key = fields[0]!.trim();
    into.set(key, (into.get(key) ?? '') + fields[1]!);
  }
}

/** All names: the published one, alternates, and the weak ones from the remarks. */
function namesOf(
  title: string,
  isPerson: boolean,
  alternates: readonly Alternate[],
  remarks: OfacRemarks,
): ListName[] {
  const names = [nameOf(title, 'primary', isPerson)];
  for (const { kind, text } of alternates) names.push(nameOf(text, kind, isPerson));
  for (const text of remarks.formerNames) names.push(nameOf(text, 'former', isPerson));
  for (const text of remarks.weakAliases) names.push(nameOf(text, 'weak', isPerson));
  const seen = new Set<string>();
  return names.filter(({ text }) => !seen.has(text) && seen.add(text));
}

/** Call sign and tail number are identifiers too. */
function craftIdentifiers(
  type: EntityType,
  title: string,
  callSign: string | undefined,
): ListEntry['identifiers'] {
  const identifiers: ListEntry['identifiers'] = [];
  if (callSign) identifiers.push({ kind: 'Call Sign', value: callSign, type: 'call-sign' });
  if (type === 'aircraft')
    identifiers.push({ kind: 'Aircraft Tail Number', value: title, type: 'tail-number' });
  return identifiers;
}

/** What the columns of vessels and the remarks state beyond what hits show. */
function detailsOf(
  fields: readonly string[],
  remarks: OfacRemarks,
  addressNotes: readonly AddressNote[],
): EntryDetails | undefined {
  const { craft, relations, contacts } = remarks;
  const owner = relation('owned-by', { role: 'Vessel owner', name: present(fields[10]) });
  return entryDetails({
    legalBasis: remarks.legalBasis,
    relations: [owner, ...relations],
    addressNotes,
    contacts,
    craft: {
      model: present(fields[6]) ?? craft.model,
      flags: [craftFlag(present(fields[9]), countryNamed), ...craft.flags].filter(
        (flag) => flag !== undefined,
      ),
      built: craft.built,
      tonnage: present(fields[7]),
      grossTonnage: present(fields[8]),
    },
  });
}

function entryOf(fields: readonly string[], files: OfacFiles, attached: Attachments): ListEntry | string {
  const number = present(fields[0]);
  const title = present(fields[1]);
  if (!number || !/^\d+$/.test(number)) return `the entry number is ${JSON.stringify(fields[0])}, not digits`;
  if (!title) return `entry ${number} has no name`;
  const type = TYPES[present(fields[2])?.toLowerCase() ?? ''] ?? 'corporate';
  // Remarks longer than 1,000 characters continue in the comments file, in the middle of a word.
  const remarkText =
    (present(fields[11]) ? fields[11]!.trimStart() : '') + (attached.comments.get(number) ?? '');
  const remarks = parseOfacRemarks(remarkText);
  const addresses = attached.addresses.get(number) ?? [];
  const flag = countryNamed(present(fields[9]) ?? '');
  const countries = [
    ...addresses.flatMap((address) => address.country ?? []),
    ...(flag ? [flag] : []),
    ...remarks.countries,
  ];
  const details = detailsOf(fields, remarks, attached.addressNotes.get(number) ?? []);
  const position = present(fields[4]);
  const programs = (present(fields[3]) ?? '').split(/\]\s*\[/).filter((program) => program !== '');
  return {
    id: `${files.source}:${number}`,
    source: files.source,
    type,
    names: namesOf(title, type === 'individual', attached.alternates.get(number) ?? [], remarks),
    ...(remarks.gender ? { gender: remarks.gender } : {}),
    births: remarks.births,
    nationalities: remarks.nationalities,
    countries: [...new Set(countries)],
    identifiers: [...remarks.identifiers, ...craftIdentifiers(type, title, present(fields[5]))],
    addresses,
    category: 'sanctions',
    subCategory: files.subCategory(programs),
    programs,
    ...(remarks.incorporatedOn ? { incorporatedOn: remarks.incorporatedOn } : {}),
    ...(position ? { positions: [position] } : {}),
    ...(remarks.placesOfBirth.length > 0 ? { placesOfBirth: remarks.placesOfBirth } : {}),
    ...(remarks.rest.length > 0 ? { remarks: remarks.rest.join('; ') } : {}),
    ...(details ? { details } : {}),
  };
}

async function readAttachments(
  files: SourceFile[],
  set: OfacFiles,
  report: SourceReport,
): Promise<Attachments> {
  const attached: Attachments = {
    alternates: new Map(),
    addresses: new Map(),
    addressNotes: new Map(),
    comments: new Map(),
  };
  await readAlternates(requiredFile(files, set.alternates), attached.alternates, report);
  await readAddresses(requiredFile(files, set.addresses), attached, report);
  const comments = fileNamed(files, set.comments);
  if (comments) await readComments(comments, attached.comments, report);
  return attached;
}

/**
 * Entries of one CSV set. Alternates and addresses of unknown entries count as unusable: the set does not fit
 * together, or its main file was cut between two records.
 */
export async function* parseOfacCsv(
  files: SourceFile[],
  set: OfacFiles,
): AsyncGenerator<ListEntry, SourceReport> {
  const main = requiredFile(files, set.names);
  const report: SourceReport = { entries: 0, rejected: [] };
  const attached = await readAttachments(files, set, report);
  const known = new Set<string>();
  yield* recordEntries(csvRecords(main, { fields: 12, report }), {
    file: main.name,
    report,
    place: ({ line }) => `${main.name}, line ${line}`,
    entryOf: ({ fields }) => {
      known.add(fields[0]!.trim());
      return entryOf(fields, set, attached);
    },
  });
  for (const [file, map] of [
    [set.alternates, attached.alternates],
    [set.addresses, attached.addresses],
    [set.comments, attached.comments],
  ] as const) {
    for (const number of map.keys()) {
      if (known.has(number)) continue;
      const reason = `${set.names} has no entry ${number}`;
      reject(report, file, { place: `${file}, entry ${number}`, reason });
    }
  }
  checkRejected(report, main.name);
  return report;
}
