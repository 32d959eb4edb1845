import { describe, expect, it } from 'vitest';
import { dialOf, dialsOf, settingsOf, stepsOf, valueAt, withStep } from './setting-steps.ts';

const definition = {
  id: 'wf',
  nodes: [
    { id: 'one', type: 'screening', engines: { GLOBAL_CHECK: { matchStrength: 'STRONG', maxHits: 20 } } },
    { id: 'score', type: 'risk-score' },
    {
      id: 'two',
      type: 'screening',
      engines: { COMPOSITE_SCAN: { sensitivity: 0.5 }, WATCHLIST: {}, INTERNET_SEARCH: {} },
    },
  ],
};

describe('the settings that are compared', () => {
  const settings = settingsOf(definition);
  const dials = dialsOf(settings);

  it('are those of the screening nodes, one engine turned and all else as it was', () => {
    expect(dials.map(({ node, engine }) => [node, engine])).toEqual([
      [0, 'GLOBAL_CHECK'],
      [1, 'COMPOSITE_SCAN'],
    ]);
    const steps = stepsOf(settings, dials[1]!);
    expect(steps).toHaveLength(7);
    expect(steps[6]).toEqual([
      { GLOBAL_CHECK: { matchStrength: 'STRONG', maxHits: 20 } },
      { COMPOSITE_SCAN: { sensitivity: 1 }, WATCHLIST: {} },
    ]);
  });

  it('say where they differ and by what value', () => {
    const steps = stepsOf(settings, dials[1]!);
    const dial = dialOf(steps)!;
    expect(dial).toEqual({ node: 1, engine: 'COMPOSITE_SCAN' });
    expect(steps.map((one) => valueAt(one, dial).value)).toEqual([0, 0.2, 0.4, 0.5, 0.6, 0.8, 1]);
    expect(dialOf([settings, settings])).toBeUndefined();
  });

  it('take the default of what the workflow leaves out', () => {
    const [without] = dialsOf([{ RISK_LISTS: {} }] as never);
    expect(valueAt([{ RISK_LISTS: {} }] as never, without!).value).toBe('Precise');
  });

  it('go into the definition as it is now, and change nothing else of it', () => {
    const asked = stepsOf(settings, dials[1]!)[6]!;
    const edited = structuredClone(definition);
    edited.nodes[0]!.engines = { GLOBAL_CHECK: { matchStrength: 'EXACT', maxHits: 5 } };
    const changed = withStep(edited, asked, dials[1]!) as typeof definition;
    expect(changed.nodes[2]!.engines).toEqual({
      COMPOSITE_SCAN: { sensitivity: 1 },
      WATCHLIST: {},
      INTERNET_SEARCH: {},
    });
    expect(changed.nodes.slice(0, 2)).toEqual(edited.nodes.slice(0, 2));
    expect(
      withStep({ ...definition, nodes: definition.nodes.slice(0, 2) }, asked, dials[1]!),
    ).toBeUndefined();
  });
});
