import { parseDocument, stringify } from 'yaml';
import { text } from '../messages/text.ts';
import { type Draft, isRecord, readDraft } from './draft.ts';

/** The workflow file's text, keys in the order in which people read them. */
export function fileText(definition: unknown): string {
  return stringify(ordered(definition), { lineWidth: 110, flowCollectionPadding: true });
}

const fileOrder = [
  'id',
  'name',
  'description',
  'eventType',
  'source',
  'mode',
  'budgetMs',
  'entry',
  'nodes',
  'edges',
];
const partOrder = ['id', 'type', 'name', 'title', 'from', 'to', 'when', 'otherwise', 'on'];

/** The store keeps keys in an order of its own. */
function ordered(definition: unknown, order: readonly string[] = fileOrder): unknown {
  if (!isRecord(definition)) return definition;
  const place = (key: string): number => (order.includes(key) ? order.indexOf(key) : order.length);
  return Object.fromEntries(
    Object.entries(definition)
      .toSorted(([a], [b]) => place(a) - place(b))
      .map(([key, value]) => [
        key,
        Array.isArray(value) ? value.map((part: unknown) => ordered(part, partOrder)) : value,
      ]),
  );
}

/** What a text says, or why it cannot be drawn. */
export function readText(written: string): { readonly draft: Draft } | { readonly fault: string } {
  const document = parseDocument(written, { prettyErrors: true });
  const [error] = document.errors;
  if (error) return { fault: error.message };
  const draft = readDraft(document.toJS({ maxAliasCount: 20 }));
  return draft ? { draft } : { fault: text('workflows.notDrawable') };
}
