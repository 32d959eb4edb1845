import { engineTitles } from '../hits/list-titles.ts';
import { labelOf } from '../ui/format.ts';
import type { NodeDraft } from './draft.ts';

type Config = Readonly<Record<string, unknown>>;

/** By type: what a node is set to do. Drafts may hold anything. */
const summaries: Readonly<Record<string, (node: Config) => string>> = {
  screening: ({ engines }) =>
    Object.entries(recordOf(engines))
      .map(([engine, settings]) => engineText(engine, settings))
      .join(', '),
  'risk-score': ({ rules }) => countText(rules, 'rule', 'rules'),
  decision: ({ groups, fourEyes }) =>
    [textsOf(groups).join(' → '), fourEyes === true ? 'two people' : ''].filter(Boolean).join(' · '),
  wait: (node) => (typeof node['for'] === 'string' ? node['for'] : ''),
  webhook: ({ webhook }) => (typeof webhook === 'string' ? webhook : ''),
};

/** A line that says what a node is set to do: `Global check · strong, Watchlist`; empty where its type says it all. */
export function nodeSummary(node: NodeDraft): string {
  const summarise = Object.hasOwn(summaries, node.type) ? summaries[node.type] : undefined;
  return summarise?.(node) ?? '';
}

function engineText(engine: string, settings: unknown): string {
  const title = Object.hasOwn(engineTitles, engine)
    ? engineTitles[engine as keyof typeof engineTitles]
    : engine;
  const { matchStrength, searchType, sensitivity } = recordOf(settings);
  const how = [matchStrength, searchType, sensitivity].find((one) => one !== undefined);
  if (typeof how === 'number') return `${title} · ${how}`;
  return typeof how === 'string' ? `${title} · ${labelOf(how).toLowerCase()}` : title;
}

function recordOf(value: unknown): Config {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Config) : {};
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function countText(value: unknown, one: string, many: string): string {
  if (!Array.isArray(value)) return '';
  return `${value.length} ${value.length === 1 ? one : many}`;
}
