import { engineDefaults } from '@gatehouse/contract/hit-thresholds';
import { apart, currentLocale, referenceLabels, text, textIfKnown } from '../messages/text.ts';
import { fieldTitle, optionLabels } from '../ui/field-labels.ts';
import { labelOf, listText, percentText } from '../ui/format.ts';
import type { NodeDraft } from './draft.ts';

type Config = Readonly<Record<string, unknown>>;

/** By type: what a node is set to do. Drafts may hold anything. */
const summaries: Readonly<Record<string, (node: Config) => string>> = {
  screening: ({ engines }) =>
    listText(Object.entries(recordOf(engines)).map(([engine, settings]) => engineText(engine, settings))),
  'risk-score': ({ rules }) => (Array.isArray(rules) ? rulesText(rules) : ''),
  decision: ({ title, outcome, groups, fourEyes }) =>
    [textsOf(groups).join(' → '), fourEyes === true ? text('nodes.twoPeople') : '']
      .filter(Boolean)
      .join(' · ') ||
    // Without a title of its own the outcome is the title.
    (typeof title === 'string' ? (textIfKnown(`nodes.decision-${String(outcome)}`) ?? '') : ''),
  wait: (node) => (typeof node['for'] === 'string' ? waitText(node['for']) : ''),
  branch: () => text('nodes.asks-branch'),
  ownership: ({ beneficialOwnerFromPercent }) => ownersText(beneficialOwnerFromPercent),
  'ownership-structure': ({ beneficialOwnerFromPercent }) => ownersText(beneficialOwnerFromPercent),
  'blocked-ownership': ({ regimes }) =>
    listText(textsOf(regimes).map(codeText)) || text('nodes.asks-regimes'),
  particulars: ({ form, fields }) =>
    typeof form === 'string' ? formText(form) : listText(textsOf(fields).map(labelOf)),
  'required-forms': ({ forms }) => listText(textsOf(forms).map(formText)),
  documents: ({ rule, enhanced }) =>
    typeof rule === 'string'
      ? codeText(rule)
      : text(enhanced === true ? 'nodes.asks-documentsEnhanced' : 'nodes.asks-documents'),
  'phone-verification': () => text('nodes.asks-phone'),
  'email-verification': () => text('nodes.asks-email'),
  'review-and-submit': () => text('nodes.asks-review'),
  webhook: ({ webhook }) => (typeof webhook === 'string' ? webhook : ''),
};

/** A line that says what a node is set to do: `Global check · strong, Watchlist`; empty where its type says it all. */
export function nodeSummary(node: NodeDraft): string {
  const summarise = Object.hasOwn(summaries, node.type) ? summaries[node.type] : undefined;
  return summarise?.(node) ?? '';
}

/** A form that ships has a name in every language; others, and in English, have their code in words. */
function formText(code: string): string {
  return referenceLabels()?.forms[code] ?? codeText(code);
}

/** How many rules, and what the first ones add: `5 rules: list match +45, strong list match +20 …`. */
function rulesText(rules: readonly unknown[]): string {
  const count = text('nodes.rules', { count: rules.length });
  const named = rules
    .map(recordOf)
    .flatMap(({ reason, add }) =>
      typeof reason === 'string' && typeof add === 'number' ? apart(`${reason} ${pointsText(add)}`) : [],
    );
  return named.length === 0 ? count : `${count} · ${listText(named)}`;
}

function ownersText(from: unknown): string {
  // Forms of the reference data say 25 where a node says nothing.
  return text('nodes.asks-owners', { percent: percentText(typeof from === 'number' ? from : 25) });
}

function pointsText(points: number): string {
  return new Intl.NumberFormat(currentLocale(), { signDisplay: 'exceptZero' }).format(points);
}

const units = ['week', 'day', 'hour', 'minute', 'second'] as const;

/** A duration such as `P3D` in words; one that is not finished yet as it is. */
function waitText(duration: string): string {
  const parts =
    /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(duration)?.slice(1) ?? [];
  const words = units.flatMap((unit, index) => {
    const count = parts[index];
    if (count === undefined) return [];
    const format = { style: 'unit', unit, unitDisplay: 'long' } as const;
    return new Intl.NumberFormat(currentLocale(), format).format(Number(count));
  });
  return words.length === 0 ? duration : listText(words);
}

/** A form or a rule by the words of its code. */
function codeText(code: string): string {
  return optionLabels([code])?.[code] ?? labelOf(code);
}

const defaults: Config = engineDefaults;

function engineText(engine: string, settings: unknown): string {
  const title = fieldTitle(engine);
  // What a draft leaves out is the engine's default.
  const { matchStrength, searchType, sensitivity } = {
    ...recordOf(Object.hasOwn(defaults, engine) ? defaults[engine] : undefined),
    ...recordOf(settings),
  };
  const strength = [matchStrength, searchType, sensitivity].find((one) => one !== undefined);
  if (typeof strength === 'number') return `${title} · ${strength}`;
  if (typeof strength !== 'string') return title;
  const label = optionLabels([strength])?.[strength] ?? strength;
  return `${title} · ${label.toLowerCase()}`;
}

function recordOf(value: unknown): Config {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Config) : {};
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
