import { engineDefaults } from '@gatehouse/contract/hit-thresholds';
import { text } from '../messages/text.ts';
import { fieldTitle, optionLabels } from '../ui/field-labels.ts';
import { listText } from '../ui/format.ts';
import type { NodeDraft } from './draft.ts';

type Config = Readonly<Record<string, unknown>>;

/** By type: what a node is set to do. Drafts may hold anything. */
const summaries: Readonly<Record<string, (node: Config) => string>> = {
  screening: ({ engines }) =>
    listText(Object.entries(recordOf(engines)).map(([engine, settings]) => engineText(engine, settings))),
  'risk-score': ({ rules }) => (Array.isArray(rules) ? text('nodes.rules', { count: rules.length }) : ''),
  decision: ({ groups, fourEyes }) =>
    [textsOf(groups).join(' → '), fourEyes === true ? text('nodes.twoPeople') : '']
      .filter(Boolean)
      .join(' · '),
  wait: (node) => (typeof node['for'] === 'string' ? node['for'] : ''),
  webhook: ({ webhook }) => (typeof webhook === 'string' ? webhook : ''),
};

/** A line that says what a node is set to do: `Global check · strong, Watchlist`; empty where its type says it all. */
export function nodeSummary(node: NodeDraft): string {
  const summarise = Object.hasOwn(summaries, node.type) ? summaries[node.type] : undefined;
  return summarise?.(node) ?? '';
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
