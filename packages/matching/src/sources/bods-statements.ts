/** Statements of the Beneficial Ownership Data Standard, of versions 0.2 to 0.4 in one shape. */
import { itemsOf, jsonText, membersOf } from './json-records.ts';

type Json = Readonly<Record<string, unknown>>;

/** What a statement says, whatever its version calls it. */
export interface BodsStatement {
  readonly kind: 'entity' | 'person' | 'relationship';
  /** The record of which it is one statement: in 0.4 several statements may be of one record. */
  readonly recordId: string;
  /** Date of the statement; empty where it has none. */
  readonly date: string;
  /** The last statement of a record that is over. */
  readonly isClosed: boolean;
  /** Statements that this one replaces, before 0.4. */
  readonly replaces: readonly string[];
  readonly details: Json;
}

/** Who has which interests in whom. */
export interface BodsRelationship {
  readonly subject: string;
  readonly party: string;
  readonly interests: readonly Json[];
  readonly date: string;
  readonly isClosed: boolean;
}

const OLD_KINDS: Readonly<Record<string, BodsStatement['kind']>> = {
  entityStatement: 'entity',
  personStatement: 'person',
  ownershipOrControlStatement: 'relationship',
};
const KINDS: ReadonlySet<string> = new Set(['entity', 'person', 'relationship']);

/** The statement of an object; a text says why it is none. */
export function bodsStatement(value: Json): BodsStatement | string {
  const recordType = jsonText(value['recordType']);
  const date = jsonText(value['statementDate']) ?? '';
  if (recordType !== undefined) {
    const recordId = jsonText(value['recordId']);
    if (!KINDS.has(recordType)) return `recordType ${JSON.stringify(recordType.slice(0, 40))} is unknown`;
    if (recordId === undefined) return 'the statement has no recordId';
    const kind = recordType as BodsStatement['kind'];
    const isClosed = jsonText(value['recordStatus']) === 'closed';
    return { kind, recordId, date, isClosed, replaces: [], details: membersOf(value['recordDetails']) };
  }
  const kind = OLD_KINDS[jsonText(value['statementType']) ?? ''];
  if (kind === undefined)
    return 'the object is no statement: it has no recordType and no known statementType';
  const recordId = jsonText(value['statementID']);
  if (recordId === undefined) return 'the statement has no statementID';
  const replaces = itemsOf(value['replacesStatements']).flatMap((item) => jsonText(item) ?? []);
  return { kind, recordId, date, isClosed: false, replaces, details: value };
}

/** The two ends of a relationship and its interests; undefined where one end is not stated. */
export function bodsRelationship({ details, date, isClosed }: BodsStatement): BodsRelationship | undefined {
  const { subject, interestedParty } = details;
  const subjectId = jsonText(subject) ?? jsonText(membersOf(subject)['describedByEntityStatement']);
  const described = membersOf(interestedParty);
  const partyId =
    jsonText(interestedParty) ??
    jsonText(described['describedByPersonStatement']) ??
    jsonText(described['describedByEntityStatement']);
  if (subjectId === undefined || partyId === undefined) return undefined;
  const interests = itemsOf(details['interests']).map(membersOf);
  return { subject: subjectId, party: partyId, interests, date, isClosed };
}
