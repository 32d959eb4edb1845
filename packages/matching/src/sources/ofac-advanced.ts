/** The United States' Treasury lists in their advanced XML. Programmes follow the parties, so entries come last. */
import type { EntityType, Identifier, LegalBasis, ListEntry, Relation } from '../entry.ts';
import { legalBasis, relation } from './entry-details.ts';
import { type EntryFacts, listEntry, listIdentifier } from './list-entry.ts';
import { featuresOf } from './ofac-features.ts';
import { type Place, placeOf, pointDate, ReferenceValues } from './ofac-locations.ts';
import { identityNames } from './ofac-names.ts';
import { checkRejected, recordEntries, type SourceFile, type SourceReport } from './source.ts';
import { attribute, childNamed, childrenNamed, childText, type XmlNode, xmlRecords } from './xml-records.ts';

export interface AdvancedList {
  source: string;
  /** The kind of list, by the entry's programmes. */
  subCategory: (programs: readonly string[]) => string;
}

interface Party {
  line: number;
  profile: string;
  facts: Omit<EntryFacts, 'category' | 'subCategory'>;
}

interface Designation {
  programs: string[];
  /** Days of the entry's events, as they come. */
  dates: string[];
  legalBasis: (LegalBasis | undefined)[];
}

interface Relationship {
  to: string;
  kind: string;
}

function append<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

const NOT_DESIGNATED: Designation = { programs: [], dates: [], legalBasis: [] };

/** What a relation says by its kind alone; no kind states a share, so that most are no more than links. */
function relationKind(kind: string): Relation['kind'] {
  if (/^family member of$/i.test(kind)) return 'family';
  return /^associate of$/i.test(kind) ? 'associate' : 'linked';
}

/** Contents of the file, gathered section by section. */
class AdvancedReader {
  readonly parties: Party[] = [];
  publishedAt: string | undefined;
  readonly #source: string;
  readonly #values = new ReferenceValues();
  readonly #places = new Map<string, Place>();
  readonly #documents = new Map<string, Identifier[]>();
  readonly #designations = new Map<string, Designation>();
  readonly #relationships = new Map<string, Relationship[]>();

  constructor(source: string) {
    this.#source = source;
  }

  read(node: XmlNode, line: number): void {
    if (node.name === 'DateOfIssue') this.publishedAt = pointDate(node);
    else if (node.name === 'ReferenceValueSets') this.#values.add(node);
    else if (node.name === 'Location')
      this.#places.set(attribute(node, 'ID') ?? '', placeOf(node, this.#values));
    else if (node.name === 'IDRegDocument') this.#readDocument(node);
    else if (node.name === 'ProfileRelationship') this.#readRelationship(node);
    else if (node.name === 'SanctionsEntry') this.#readDesignation(node);
    else for (const profile of childrenNamed(node, 'Profile')) this.#readProfile(profile, line);
  }

  #readDocument(node: XmlNode): void {
    const kind = this.#values.text('IDRegDocType', attribute(node, 'IDRegDocTypeID')) ?? 'Document';
    const country = this.#values.country(attribute(node, 'IssuedBy-CountryID')).code;
    const identifier = listIdentifier(kind, childText(node, 'IDRegistrationNo'), country);
    if (identifier) append(this.#documents, attribute(node, 'IdentityID') ?? '', identifier);
  }

  #readRelationship(node: XmlNode): void {
    const [from, to] = [attribute(node, 'From-ProfileID'), attribute(node, 'To-ProfileID')];
    if (!from || !to) return;
    const kind = this.#values.text('RelationType', attribute(node, 'RelationTypeID')) ?? 'Linked To';
    const former = attribute(node, 'Former') === 'true' ? 'formerly ' : '';
    append(this.#relationships, from, { to, kind: `${former}${kind}` });
  }

  #readDesignation(node: XmlNode): void {
    const profile = attribute(node, 'ProfileID');
    if (!profile) return;
    const found = this.#designations.get(profile) ?? { programs: [], dates: [], legalBasis: [] };
    for (const measure of childrenNamed(node, 'SanctionsMeasure')) {
      const type = this.#values.text('SanctionsType', attribute(measure, 'SanctionsTypeID'));
      const program = childText(measure, 'Comment');
      if (program && (type === undefined || /^program$/i.test(type))) found.programs.push(program);
    }
    for (const event of childrenNamed(node, 'EntryEvent')) {
      const date = pointDate(childNamed(event, 'Date'));
      if (date) found.dates.push(date);
      const act = this.#values.text('LegalBasis', attribute(event, 'LegalBasisID'));
      if (act && !/^unknown$/i.test(act)) found.legalBasis.push(legalBasis(act));
    }
    this.#designations.set(profile, found);
  }

  #typeOf(profile: XmlNode): EntityType {
    const subType = this.#values.node('PartySubType', attribute(profile, 'PartySubTypeID'));
    const kind = subType?.text.trim().toLowerCase() ?? '';
    if (kind === 'vessel' || kind === 'aircraft') return kind;
    const party = this.#values.text('PartyType', attribute(subType, 'PartyTypeID')) ?? kind;
    return /^individual$/i.test(party) ? 'individual' : 'corporate';
  }

  #readProfile(profile: XmlNode, line: number): void {
    const identities = childrenNamed(profile, 'Identity');
    const { relations, contacts, craft, ...features } = featuresOf(profile, this.#values, this.#places);
    const documents = identities.flatMap(
      (identity) => this.#documents.get(attribute(identity, 'ID') ?? '') ?? [],
    );
    const id = attribute(profile, 'ID') ?? '';
    this.parties.push({
      line,
      profile: id,
      facts: {
        ...features,
        source: this.#source,
        publisherId: id,
        type: this.#typeOf(profile),
        names: identities.flatMap((identity) => identityNames(identity, this.#values)),
        identifiers: [...documents, ...features.identifiers],
        details: { relations, contacts, craft },
      },
    });
  }

  /** Names of parties by their profile, for naming relations. */
  #titles(): Map<string, string> {
    const titles = new Map<string, string>();
    for (const { profile, facts } of this.parties) {
      const title = facts.names.find((name) => name?.kind === 'primary') ?? facts.names[0];
      if (title) titles.set(profile, title.text);
    }
    return titles;
  }

  /** The entry of a party, once the whole file is read. */
  entryMaker(subCategory: AdvancedList['subCategory']): (party: Party) => ListEntry | string {
    const titles = this.#titles();
    return ({ profile, facts }) => {
      const { programs, dates, legalBasis } = this.#designations.get(profile) ?? NOT_DESIGNATED;
      const [listedOn, ...amendedOn] = [...new Set(dates)].sort();
      const related = this.#relationships.get(profile) ?? [];
      const linked = related.map(
        ({ to, kind }) => `Linked To: ${titles.get(to) ?? `profile ${to}`} (${kind})`,
      );
      const relations = related.map(({ to, kind }) =>
        relation(relationKind(kind), { role: kind, id: `${this.#source}:${to}`, name: titles.get(to) }),
      );
      return listEntry({
        ...facts,
        category: 'sanctions',
        subCategory: subCategory(programs),
        programs,
        listedOn,
        remarks: [...(facts.remarks ?? []), ...linked],
        details: {
          ...facts.details,
          amendedOn,
          legalBasis,
          relations: [...(facts.details?.relations ?? []), ...relations],
        },
      });
    };
  }
}

const SECTIONS = [
  'DateOfIssue',
  'ReferenceValueSets',
  'Location',
  'IDRegDocument',
  'DistinctParty',
  'ProfileRelationship',
  'SanctionsEntry',
];

/** Entries of an advanced XML file, under the same ids as in the CSV set. */
export async function* parseOfacAdvanced(
  file: SourceFile,
  list: AdvancedList,
): AsyncGenerator<ListEntry, SourceReport> {
  const reader = new AdvancedReader(list.source);
  const report: SourceReport = { entries: 0, rejected: [] };
  for await (const { node, line } of xmlRecords(file, { root: 'Sanctions', records: SECTIONS })) {
    reader.read(node, line);
  }
  if (reader.publishedAt) report.publishedAt = reader.publishedAt;
  yield* recordEntries(reader.parties, {
    file: file.name,
    report,
    place: ({ line, profile }) => `${file.name}, line ${line}, profile ${profile}`,
    entryOf: reader.entryMaker(list.subCategory),
  });
  checkRejected(report, file.name);
  return report;
}
