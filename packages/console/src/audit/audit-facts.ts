import { outcomeText } from '../cases/action-titles.ts';
import { engineTitles, listTitles } from '../hits/list-titles.ts';
import { storedReason } from '../hits/stored-reason.ts';
import { failureText } from '../messages/failure-text.ts';
import { currentLocale, text, textIfKnown } from '../messages/text.ts';
import { periodText, retentionKindText } from '../retention/retention-texts.ts';
import { optionLabel } from '../ui/field-labels.ts';
import { formatInstant, labelOf, listText } from '../ui/format.ts';
import { tableLabel } from '../ui/table-label.ts';

/** One detail of an audit record beside who, what and when; `was` where it was changed. */
export interface Fact {
  readonly name: string;
  readonly was?: string;
  readonly is: string;
}

/** What a record's detail says, in words: what was changed as it was and as it is, the rest as it is. */
export function factsOf(detail: Readonly<Record<string, unknown>>): Fact[] {
  return Object.entries(detail).flatMap(([key, value]) => read([key], value));
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** The facts in words: ids that nobody knows by heart are among what was recorded. */
export function readableFacts(facts: readonly Fact[]): readonly Fact[] {
  return facts.filter(({ is }) => !uuid.test(is));
}

/** Deeper than any record is made of parts; what lies below is shown as it was recorded. */
const deepest = 5;

function read(path: readonly string[], value: unknown): Fact[] {
  const name = nameOf(path);
  if (isChange(value)) return readChange(path, value);
  if (isRecord(value) && path.length < deepest) {
    return Object.entries(value).flatMap(([key, member]) => read([...path, key], member));
  }
  return [{ name, is: labelsOf(path, value) }];
}

interface Change {
  readonly from: unknown;
  readonly to: unknown;
}

/** Of two records, what differs in them; else the one and the other. */
function readChange(path: readonly string[], { from, to }: Change): Fact[] {
  const [was, is] = [from ?? {}, to ?? {}];
  const isWhole = !isRecord(was) || !isRecord(is) || path.length >= deepest || (from === null && to === null);
  if (isWhole) {
    const [before, after] = [labelsOf(path, from), labelsOf(path, to)];
    // Of lists of parts, and of texts that are cut, the words may be the same.
    return [
      {
        name: nameOf(path),
        was: before,
        is: before === after ? text('audit.changedValue', { after }) : after,
      },
    ];
  }
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((key) => JSON.stringify(was[key]) !== JSON.stringify(is[key]))
    .flatMap((key) => readChange([...path, key], { from: was[key] ?? null, to: is[key] ?? null }));
}

function isChange(value: unknown): value is Change {
  return isRecord(value) && Object.keys(value).toSorted().join(' ') === 'from to';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Keys of ours become words, lists and engines have their titles; codes, ids and addresses are unchanged. */
function nameOf(path: readonly string[]): string {
  return listText(path.map((key, index) => keyText(key, path[index - 1])));
}

function keyText(key: string, parent: string | undefined): string {
  if (parent === 'erased' || parent === 'rows') return tableLabel(key);
  if (parent === 'due' || parent === 'removed') return retentionKindText(key) ?? key;
  if (parent === 'lists' || parent === 'listVersions' || /^versions(?:From|To)$/.test(parent ?? '')) {
    return listTitles[key] ?? fieldName(key);
  }
  return (engineTitles as Readonly<Partial<Record<string, string>>>)[key] ?? fieldName(key);
}

function fieldName(key: string): string {
  const own = textIfKnown(`audit.field-${key}`);
  if (own !== undefined) return own;
  const setting = textIfKnown(`hits.setting-${key}`);
  if (setting !== undefined) return setting.charAt(0).toLocaleUpperCase(currentLocale()) + setting.slice(1);
  return /^[a-z]+(?:[A-Z][a-z0-9]*)*$/.test(key) ? labelOf(key) : key;
}

/** The name of a code, and a sentence of the service, in the language of the page; undefined for other texts. */
function codeText(key: string, value: string): string | undefined {
  const known =
    textIfKnown(`parts.state.${value}`) ??
    textIfKnown(`executions.state-${value}`) ??
    textIfKnown(`audit.value-${key}-${value}`) ??
    textIfKnown(`audit.value-${value}`);
  if (known !== undefined) return known;
  switch (key) {
    case 'period':
    case 'previousPeriod':
      return /^P\d+[DMY]$/.test(value) ? periodText(value) : undefined;
    case 'kind':
      return retentionKindText(value);
    case 'reason':
      return storedReason(failureText(value));
    case 'failure':
    case 'because':
      return failureText(value);
    case 'decision':
    case 'proposal':
      return outcomeText(value);
    case 'ruling':
      return textIfKnown(`hits.ruling-${value}`);
    case 'eventType':
    case 'customerType':
      return labelOf(value);
    case 'type':
      return textIfKnown(`nodes.type-${value}`);
    case 'matchStrength':
    case 'searchType':
      return optionLabel(value);
    case 'language':
      return /^[a-z]{2}$/.test(value) ? languageNames.of(value) : undefined;
    case 'subject':
    case 'subjectKey':
    case 'subjectKeys':
      return value === 'self' ? labelOf('customer') : undefined;
    default:
      return undefined;
  }
}

const languageNames = new Intl.DisplayNames(currentLocale(), { type: 'language' });

/** More of one text would hide the others. */
const longest = 300;

function labelsOf(path: readonly string[], value: unknown): string {
  if (value === null || value === undefined || value === '') return text('audit.none');
  if (typeof value === 'boolean') return value ? text('audit.yes') : text('audit.no');
  if (typeof value === 'number') {
    return /(?:At|Until|Since)$/.test(path.at(-1)!) && value > 1e12 ? formatInstant(value) : String(value);
  }
  if (typeof value === 'string') {
    const known = codeText(path.at(-1)!, value);
    if (known !== undefined) return known;
    return value.length > longest ? `${value.slice(0, longest)}…` : value;
  }
  if (!Array.isArray(value)) return labelsOf(path, JSON.stringify(value));
  if (value.length === 0) return text('audit.none');
  const isOfWords = value.every((one) => typeof one !== 'object' || one === null);
  return isOfWords
    ? listText(value.map((one) => labelsOf(path, one)))
    : text('audit.entries', { count: value.length });
}
