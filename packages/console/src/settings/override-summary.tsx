import type { ReferenceSetting } from '@gatehouse/contract';
import { Text } from '@mantine/core';
import { currentLocale, text, textIfKnown } from '../messages/text.ts';
import { optionLabel } from '../ui/field-labels.ts';
import { labelOf, listText } from '../ui/format.ts';

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
    <section aria-label={text('settings.content')}>
      <Text size="sm" fw={600}>
        {textOf(props.item['name']) || text('settings.noName')}
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
                  aria-label={text('settings.moveUp', { what })}
                  disabled={at === 0}
                  onClick={() => move(at, at - 1)}
                >
                  ↑
                </button>
                <button
                  type="button"
                  aria-label={text('settings.moveDown', { what })}
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
  return listText(linesOf({ itemKey, item, names }).map(({ what }) => what));
}

const alternatives = new Intl.ListFormat(currentLocale(), { type: 'disjunction' });

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
        what: textOf(item['name']),
        how: listText([requirementText(textOf(item['requirement'])), typeText(textOf(item['type']))]),
      },
    ];
  }
  if (itemKey === 'required-form') {
    return records(item['fields']).map((field) => ({
      what: textOf(field['label']) || (names.get(textOf(field['field'])) ?? textOf(field['field'])),
      how: text(field['required'] === true ? 'settings.need-required' : 'settings.need-optional'),
    }));
  }
  return records(item['groups']).map((group) => ({
    what: text('settings.countOf', {
      count: Number(group['minCount'] ?? 0),
      documents: alternatives.format(fieldLabels(group['anyOf']).map(documentName)),
    }),
    how: listText([
      ...(group['allSides'] === true ? [text('settings.bothSides')] : []),
      ...(group['mustNotBeExpired'] === true ? [text('settings.notExpired')] : []),
      ...(typeof group['maxAgeDays'] === 'number'
        ? [text('settings.maxAge', { days: group['maxAgeDays'] })]
        : []),
      ...(group['perPerson'] === true ? [text('settings.perPerson')] : []),
    ]),
  }));
}

/** A requirement by its code; a word that is not known stays as it is. */
function requirementText(requirement: string): string {
  return textIfKnown(`settings.need-${requirement}`) ?? requirement;
}

/** A kind of field by its code, in the same way. */
function typeText(type: string): string {
  return optionLabel(type) ?? type;
}

function documentName(type: string): string {
  return labelOf(type.replaceAll('_', ' '));
}

function textOf(value: unknown): string {
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
