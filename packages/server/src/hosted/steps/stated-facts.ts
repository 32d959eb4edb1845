import { type FieldValues, type StatedDifference, splitAliases } from '@gatehouse/contract';
import { isSameValue } from '@gatehouse/document-reader';
import { compareStatedNames } from '../../screening/index.ts';
import type { DocumentContext } from './document-groups.ts';
import { relatedPersons } from './related-persons.ts';

/** The facts that were stated of a document's holder, before it was asked for. */
export interface StatedFacts {
  /** The name and the other names, each a whole one; none where none was stated. */
  readonly names: readonly string[];
  readonly facts: Readonly<Partial<Record<ComparedField, string>>>;
}

type ComparedField = Exclude<StatedDifference['field'], 'name'>;

/** `score`, of names: how alike the likest of them is, 0 to 1. */
export type Contradiction = StatedDifference & { readonly score: number | null };

/** Facts of the person of a group, or of the customer where the customer is a person; for one document of theirs. */
export function statedFacts(
  context: DocumentContext,
  { personId = null, ...document }: StatedDocument & { readonly personId?: string | null },
): StatedFacts {
  const { execution, link } = context;
  const { data } = execution;
  const person = relatedPersons(execution).find((known) => known.personId === personId);
  if (person !== undefined) {
    const { name, dateOfBirth, nationality } = person;
    return { names: [name], facts: factsIn({ dateOfBirth, nationality }) };
  }
  const aliases = data['aliasName'];
  const names = [data['name'], ...splitAliases(typeof aliases === 'string' ? aliases : undefined)];
  return {
    // A company's name is on nobody's passport.
    names: link.eventType === 'KYC_EVENT' ? names.filter((name) => typeof name === 'string') : [],
    facts: factsIn({
      dateOfBirth: data['dateOfBirth'],
      nationality: data['countryOfNationality'],
      // Of one document alone: another one has a number of its own.
      documentNumber: isStatedDocument(context, document) ? data['idNumber'] : undefined,
    }),
  };
}

/** A document as it was chosen. */
interface StatedDocument {
  readonly type: string;
  readonly country: string | null;
}

/** Whether it is the kind of document whose number the person stated. */
function isStatedDocument(
  { reference, execution }: DocumentContext,
  { type, country }: StatedDocument,
): boolean {
  const stated = reference
    .items('platform_document_master')
    .find(({ code }) => code === execution.data['idType']);
  return stated?.type === type && (stated.country === null || stated.country === country);
}

/** A year of birth alone is no date that a document could contradict day by day. */
function factsIn(facts: Readonly<Record<string, unknown>>): StatedFacts['facts'] {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([field, value]) => {
      const isFull = field !== 'dateOfBirth' || (typeof value === 'string' && value.length === 10);
      return typeof value === 'string' && isFull ? [[field, value]] : [];
    }),
  );
}

/** Where the fields of a document contradict the stated facts. It refuses nothing: an analyst looks at it. */
export function contradictionsOf(stated: StatedFacts, fields: FieldValues): Contradiction[] {
  const facts = Object.entries(stated.facts).flatMap(([field, value]): Contradiction[] => {
    const found = textOf(fields[field]);
    if (found === null || isSameValue(field as ComparedField, found, value)) return [];
    return [{ field: field as ComparedField, document: found, told: value, score: null }];
  });
  return [...nameContradiction(stated, fields), ...facts];
}

function nameContradiction({ names }: StatedFacts, fields: FieldValues): Contradiction[] {
  const found = [textOf(fields['givenNames']), textOf(fields['surname'])].filter((part) => part !== null);
  if (names.length === 0 || found.length === 0) return [];
  const document = found.join(' ');
  const { score, isSame } = compareStatedNames(names, document);
  return isSame ? [] : [{ field: 'name', document, told: names.join(', '), score }];
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
