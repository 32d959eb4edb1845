import { engineDefaults } from '@gatehouse/contract/hit-thresholds';
import { engineTitles } from '../hits/list-titles.ts';
import { text } from '../messages/text.ts';
import type { PreviewSettings } from './preview-queries.ts';

/** The settings of an engine that say how similar a name must be, from the strictest to the loosest. */
const steps = {
  GLOBAL_CHECK: { setting: 'matchStrength', values: ['EXACT', 'STRONG', 'WEAK'] },
  RISK_LISTS: { setting: 'searchType', values: ['Precise', 'Near', 'Broad'] },
  COMPOSITE_SCAN: { setting: 'sensitivity', values: [0, 0.2, 0.4, 0.6, 0.8, 1] },
} as const;

type DialedEngine = keyof typeof steps;

/** What of a workflow can be turned: one engine of one screening node. */
export interface Dial {
  /** The place of the node among the screening nodes. */
  readonly node: number;
  readonly engine: DialedEngine;
  readonly label: string;
}

/**
 * Of a workflow's definition, what monitoring and previews go by: the engines of each screening node. What is asked outside is
 * not compared.
 */
export function settingsOf(definition: unknown): PreviewSettings {
  const { nodes } = (definition ?? {}) as { readonly nodes?: readonly Record<string, unknown>[] };
  return (nodes ?? []).filter(isScreening).map(({ engines }) => {
    const { INTERNET_SEARCH: _outside, ...listEngines } = engines as Readonly<Record<string, unknown>>;
    return listEngines as PreviewSettings[number];
  });
}

function isScreening({ type, engines }: Readonly<Record<string, unknown>>): boolean {
  return type === 'screening' && typeof engines === 'object' && engines !== null;
}

/** Everything that can be turned. */
export function dialsOf(settings: PreviewSettings): Dial[] {
  return settings.flatMap((engines, node) =>
    (Object.keys(steps) as DialedEngine[])
      .filter((engine) => engines[engine] !== undefined)
      .map((engine) => ({
        node,
        engine,
        label: text('hits.engineSettings', {
          engine:
            settings.length === 1
              ? engineTitles[engine]!
              : text('previews.engineOfNode', { engine: engineTitles[engine]!, node: String(node + 1) }),
          settings: text(`hits.setting-${steps[engine].setting}`),
        }),
      })),
  );
}

/** The settings with each step of a dial, and with what they have, from the strictest to the loosest. */
export function stepsOf(settings: PreviewSettings, { node, engine }: Dial): PreviewSettings[] {
  const { setting, values } = steps[engine];
  const { value: own } = valueAt(settings, { node, engine });
  const isBetween = typeof own === 'number' && !(values as readonly unknown[]).includes(own);
  const all: readonly unknown[] = isBetween
    ? [...(values as readonly number[]), own].toSorted((one, other) => one - other)
    : values;
  return all.map((value) =>
    settings.map((engines, index) =>
      index === node ? { ...engines, [engine]: { ...engines[engine], [setting]: value } } : engines,
    ),
  );
}

/** Where compared settings differ from each other; undefined where nothing does. */
export function dialOf(variants: readonly PreviewSettings[]): Pick<Dial, 'node' | 'engine'> | undefined {
  const [first, ...others] = variants;
  for (const [node, engines] of (first ?? []).entries()) {
    for (const engine of Object.keys(steps) as DialedEngine[]) {
      const same = JSON.stringify(engines[engine]);
      if (others.some((other) => JSON.stringify(other[node]?.[engine]) !== same)) return { node, engine };
    }
  }
  return undefined;
}

/** The value that a dial has in settings; what a workflow leaves out has its default. */
export function valueAt(settings: PreviewSettings, { node, engine }: Pick<Dial, 'node' | 'engine'>) {
  const { setting } = steps[engine];
  const own = settings[node]?.[engine] as Readonly<Record<string, unknown>> | undefined;
  const defaults: Readonly<Record<string, unknown>> = engineDefaults[engine];
  return { setting, value: own && (own[setting] ?? defaults[setting]) };
}

/**
 * A workflow's definition in which a dial has the value of these settings, and all else is as it was; undefined where it has no
 * such engine any more.
 */
export function withStep(
  definition: unknown,
  settings: PreviewSettings,
  { node, engine }: Pick<Dial, 'node' | 'engine'>,
): Record<string, unknown> | undefined {
  const { nodes = [], ...rest } = definition as { readonly nodes?: readonly Record<string, unknown>[] };
  const turned = nodes.filter(isScreening)[node];
  const engines = turned?.['engines'] as Readonly<Record<string, object>> | undefined;
  if (engines?.[engine] === undefined) return undefined;
  const { setting, value } = valueAt(settings, { node, engine });
  const own = { ...engines, [engine]: { ...engines[engine], [setting]: value } };
  return { ...rest, nodes: nodes.map((one) => (one === turned ? { ...one, engines: own } : one)) };
}
