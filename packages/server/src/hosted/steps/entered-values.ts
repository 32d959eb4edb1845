import type { ReadField, SubmittedDocument } from '@gatehouse/contract';
import type { DocumentContext } from './document-groups.ts';
import { relatedPersons } from './related-persons.ts';
import { type StatedFacts, statedFacts } from './stated-facts.ts';

type Field = ReadField['field'];
type Entered = SubmittedDocument['entered'];

interface ShownDocument extends Pick<SubmittedDocument, 'type' | 'country' | 'reading'> {
  readonly personId?: string | null;
}

/**
 * What the person entered in earlier steps for the fields of a document that could not be read, so that nobody types it
 * twice. It proves nothing: the document stays `unproved`.
 */
export function enteredValues(context: DocumentContext, document: ShownDocument): Entered {
  const { reading, country } = document;
  if (reading.kind === 'kept') return {};
  const read = new Map<Field, string>(
    reading.kind === 'read'
      ? reading.fields.flatMap(({ field, value }) => (value === null ? [] : [[field, value] as const]))
      : [],
  );
  const stated = statedFacts(context, document);
  const entered: Record<string, string | undefined> = {
    ...stated.facts,
    ...enteredName(stated, read),
    sex: enteredSex(context, document),
    issuingCountry: country ?? undefined,
  };
  return Object.fromEntries(
    Object.entries(entered).filter(([field, value]) => value !== undefined && !read.has(field as Field)),
  ) as Entered;
}

/** A name is never parted by a guess (interface specification 2.4): only the rest of it once one part was read. */
function enteredName({ names }: StatedFacts, read: ReadonlyMap<Field, string>): Entered {
  const surname = read.get('surname');
  const givenNames = read.get('givenNames');
  const part = surname ?? givenNames;
  if (part === undefined || (surname !== undefined && givenNames !== undefined)) return {};
  const rest = names.map((name) => withoutText(name, part)).find((found) => found !== undefined);
  if (rest === undefined) return {};
  return surname === undefined ? { surname: rest } : { givenNames: rest };
}

/** The name without the words of one of its parts; undefined where these are not all in it, or nothing is left. */
function withoutText(name: string, part: string): string | undefined {
  const words = name.split(/\s+/).filter(Boolean);
  const rest = part.split(/\s+/).reduce<string[] | undefined>((left, word) => {
    const at = left?.findIndex((each) => folded(each) === folded(word)) ?? -1;
    return left === undefined || at < 0 ? undefined : left.toSpliced(at, 1);
  }, words);
  return rest === undefined || rest.length === 0 ? undefined : rest.join(' ');
}

function enteredSex({ execution, link }: DocumentContext, { personId }: ShownDocument): string | undefined {
  const isOther = relatedPersons(execution).some((known) => known.personId === personId);
  const { sex } = execution.data;
  return link.eventType === 'KYC_EVENT' && !isOther && (sex === 'F' || sex === 'M') ? sex : undefined;
}

function folded(word: string): string {
  return word
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();
}
