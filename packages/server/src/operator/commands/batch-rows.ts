import {
  type CompareOptions,
  compare,
  type MatchPolicy,
  openVersion,
  type ScreenResult,
  screen,
} from '@gatehouse/matching';
import { nameFault, readSubject, type SubjectFields, subjectFault } from '../../lib/subject-fields.ts';
import type { SharedListVersion } from '../../lists/index-files/index.ts';
import { findInvalidIdentifiers } from '../../reference/national-numbers/index.ts';

/** What the commands do with one row of a batch. Pure, so that threads can do it. */

/** What every thread is given once. */
export type BatchWork =
  | {
      readonly kind: 'screen';
      readonly lists: readonly SharedListVersion[];
      readonly policy: MatchPolicy;
      readonly type: string | undefined;
    }
  | { readonly kind: 'compare'; readonly type: string | undefined };

/** A row as the file has it, by column. */
export type BatchRow = Readonly<Record<string, string>>;

export interface RowResult {
  /** The row's line, before it becomes JSON. */
  readonly value: unknown;
  readonly faults: readonly string[];
  /** The row could not be worked on at all. */
  readonly skipped: boolean;
}

/** Makes the work ready: opens the lists once for all rows. */
export function prepareWork(work: BatchWork): (row: BatchRow) => RowResult | Promise<RowResult> {
  return work.kind === 'screen' ? screenRow(work) : compareRow(work);
}

function screenRow({
  lists,
  policy,
  type,
}: Extract<BatchWork, { kind: 'screen' }>): (row: BatchRow) => Promise<RowResult> {
  const indexes = lists.map((list) => openVersion(list));
  return async (row) => {
    const fields = {
      ...row,
      name: row['name'] ?? '',
      type: row['type']?.trim() || type,
    } satisfies SubjectFields;
    const { subject, faults } = readSubject(fields);
    const unusable = subjectFault(subject);
    if (unusable !== undefined) {
      // Without hits alone the line would read like a clean name.
      const value = { id: row['id'] ?? null, name: subject.name, hits: [], error: unusable };
      return { value, faults, skipped: true };
    }
    const { hits } = screen(indexes, subject, policy);
    const invalid = await findInvalidIdentifiers(subject);
    return {
      value: screenLine({ id: row['id'], name: subject.name, hits, invalid }),
      faults,
      skipped: false,
    };
  };
}

/** One line of a screening: what operating.md names, nothing else. */
export function screenLine(line: {
  readonly id: string | undefined;
  readonly name: string;
  readonly hits: ScreenResult['hits'];
  /** What is wrong with identifiers, which were looked up all the same. */
  readonly invalid: readonly string[];
}): unknown {
  const { id, name, hits, invalid } = line;
  return {
    id: id ?? null,
    name,
    ...(invalid.length > 0 && { invalidIdentifiers: invalid }),
    hits: hits.map((hit) => ({
      entityId: hit.entityId,
      source: hit.source,
      name: hit.name,
      matchedName: hit.matchedName,
      score: hit.score,
      nameScore: hit.nameScore,
      reasons: hit.reasons,
    })),
  };
}

function compareRow({ type }: Extract<BatchWork, { kind: 'compare' }>): (row: BatchRow) => RowResult {
  return (row) => {
    const [name1, name2] = [row['name1'] ?? '', row['name2'] ?? ''];
    const submitted = row['type']?.trim().toLowerCase() || type || 'any';
    const known = isComparedType(submitted);
    const unusable = namesFaults({ name1, name2 });
    if (unusable.length > 0) {
      // The score alone would read like that of two different names.
      const value = { name1, name2, score: 0, reasons: [], error: unusable.join('; ') };
      return { value, faults: unusable, skipped: true };
    }
    const { score, reasons } = compare(name1, name2, { type: known ? submitted : 'any' });
    return {
      value: { name1, name2, score, reasons },
      faults: known ? [] : [`type ${JSON.stringify(submitted)} is not one of ${comparedTypes.join(', ')}`],
      skipped: false,
    };
  };
}

/** Why two names cannot be compared: a fault for each that has nothing to compare. */
export function namesFaults(names: { readonly name1: string; readonly name2: string }): readonly string[] {
  return (['name1', 'name2'] as const)
    .map((which) => nameFault(names[which], which))
    .filter((fault) => fault !== undefined);
}

/** How a comparison may read its names. */
export const comparedTypes = [
  'individual',
  'corporate',
  'vessel',
  'any',
] as const satisfies readonly CompareOptions['type'][];

function isComparedType(text: string): text is (typeof comparedTypes)[number] {
  return (comparedTypes as readonly string[]).includes(text);
}
