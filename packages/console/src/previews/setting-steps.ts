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

/** Of a workflow's definition, what monitoring and previews go by: the engines of each screening node. */
export function settingsOf(definition: unknown): PreviewSettings {
  const { nodes } = (definition ?? {}) as { readonly nodes?: readonly Record<string, unknown>[] };
  return (nodes ?? []).flatMap(({ type, engines }) =>
    type === 'screening' && typeof engines === 'object' && engines !== null
      ? [engines as PreviewSettings[number]]
      : [],
  );
}

/** Everything that can be turned. */
export function dialsOf(settings: PreviewSettings): Dial[] {
  return settings.flatMap((engines, node) =>
    (Object.keys(steps) as DialedEngine[])
      .filter((engine) => engines[engine] !== undefined)
      .map((engine) => ({
        node,
        engine,
        label:
          settings.length === 1
            ? engineTitles[engine]!
            : text('previews.engineOfNode', { engine: engineTitles[engine]!, node: String(node + 1) }),
      })),
  );
}

/** The settings with each step of a dial. */
export function stepsOf(settings: PreviewSettings, { node, engine }: Dial): PreviewSettings[] {
  const { setting, values } = steps[engine];
  return values.map((value) =>
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
  const value = (settings[node]?.[engine] as Readonly<Record<string, unknown>> | undefined)?.[setting];
  return { setting, value };
}

/** A workflow's definition with the engines of its screening nodes replaced. */
export function withSettings(definition: unknown, settings: PreviewSettings): Record<string, unknown> {
  const { nodes = [], ...rest } = definition as { readonly nodes?: readonly Record<string, unknown>[] };
  let place = 0;
  return {
    ...rest,
    nodes: nodes.map((node) =>
      node['type'] === 'screening' && node['engines'] ? { ...node, engines: settings[place++] } : node,
    ),
  };
}
