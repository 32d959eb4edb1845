import type { ReferenceSetting } from '@gatehouse/contract';
import { Text } from '@mantine/core';
import { labelOf } from '../ui/format.ts';

type Item = ReferenceSetting['items'][number]['item'];
export type ReferenceKey = ReferenceSetting['key'];

/** Names of fields by their codes. */
export type FieldNames = ReadonlyMap<string, string>;

/** What an end user is asked by an item, in the order in which they are asked it. */
export function OverrideSummary(props: {
  readonly itemKey: ReferenceKey;
  readonly item: Item;
  readonly names: FieldNames;
  /** Puts the line at `from` before or behind its neighbour; undefined: the order stays. */
  readonly move?: ((from: number, to: number) => void) | undefined;
}) {
  const lines = linesOf(props);
  const { move } = props;
  return (
    <section aria-label="Content">
      <Text size="sm" fw={600}>
        {text(props.item['name']) || 'No name'}
      </Text>
      <ol className="gh-asked">
        {lines.map(({ what, how }, at) => (
          // Lines have no other identity than their place.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={at}>
            {what} <span className="gh-dim">{how}</span>
            {move && lines.length > 1 && (
              <span className="gh-moves">
                <button
                  type="button"
                  aria-label={`Move ${what} up`}
                  disabled={at === 0}
                  onClick={() => move(at, at - 1)}
                >
                  ↑
                </button>
                <button
                  type="button"
                  aria-label={`Move ${what} down`}
                  disabled={at === lines.length - 1}
                  onClick={() => move(at, at + 1)}
                >
                  ↓
                </button>
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The item with two neighbours of what it asks for in each other's place. */
export function moved(itemKey: ReferenceKey, item: Item, [from, to]: readonly [number, number]): Item {
  const member = itemKey === 'required-form' ? 'fields' : 'groups';
  const list = records(item[member]);
  const taken = list[from];
  if (taken === undefined) return item;
  return { ...item, [member]: list.toSpliced(from, 1).toSpliced(to, 0, taken) };
}

/** In a few words, for a row of a list. */
export function summarizeOverride(itemKey: ReferenceKey, item: Item, names: FieldNames): string {
  if (itemKey === 'particular') return linesOf({ itemKey, item, names })[0]!.how;
  return linesOf({ itemKey, item, names })
    .map(({ what }) => what)
    .join(', ');
}

interface Line {
  readonly what: string;
  readonly how: string;
}

function linesOf({
  itemKey,
  item,
  names,
}: {
  readonly itemKey: ReferenceKey;
  readonly item: Item;
  readonly names: FieldNames;
}): Line[] {
  if (itemKey === 'particular') {
    return [
      {
        what: text(item['name']),
        how: `${text(item['requirement'])}, ${labelOf(text(item['type'])).toLowerCase()}`,
      },
    ];
  }
  if (itemKey === 'required-form') {
    return records(item['fields']).map((field) => ({
      what: text(field['label']) || (names.get(text(field['field'])) ?? text(field['field'])),
      how: field['required'] === true ? 'required' : 'optional',
    }));
  }
  return records(item['groups']).map((group) => ({
    what: `${Number(group['minCount'] ?? 0)} of ${fieldLabels(group['anyOf']).map(documentName).join(' or ')}`,
    how: [
      ...(group['allSides'] === true ? ['both sides'] : []),
      ...(group['mustNotBeExpired'] === true ? ['not expired'] : []),
      ...(typeof group['maxAgeDays'] === 'number' ? [`at most ${group['maxAgeDays']} days old`] : []),
      ...(group['perPerson'] === true ? ['per related person'] : []),
    ].join(', '),
  }));
}

function documentName(type: string): string {
  return labelOf(type.replaceAll('_', ' '));
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function fieldLabels(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function records(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value)
    ? value.filter((one): one is Record<string, unknown> => typeof one === 'object' && one !== null)
    : [];
}
