import { describe, expect, it } from 'vitest';
import { dialOf, dialsOf, settingsOf, stepsOf, valueAt, withSettings } from './setting-steps.ts';

const definition = {
  id: 'wf',
  nodes: [
    { id: 'one', type: 'screening', engines: { GLOBAL_CHECK: { matchStrength: 'STRONG', maxHits: 20 } } },
    { id: 'score', type: 'risk-score' },
    { id: 'two', type: 'screening', engines: { COMPOSITE_SCAN: { sensitivity: 0.5 }, WATCHLIST: {} } },
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
    expect(steps).toHaveLength(6);
    expect(steps[5]).toEqual([
      { GLOBAL_CHECK: { matchStrength: 'STRONG', maxHits: 20 } },
      { COMPOSITE_SCAN: { sensitivity: 1 }, WATCHLIST: {} },
    ]);
  });

  it('say where they differ and by what value', () => {
    const steps = stepsOf(settings, dials[1]!);
    const dial = dialOf(steps)!;
    expect(dial).toEqual({ node: 1, engine: 'COMPOSITE_SCAN' });
    expect(steps.map((one) => valueAt(one, dial).value)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
    expect(dialOf([settings, settings])).toBeUndefined();
  });

  it('go into the definition at their nodes', () => {
    const changed = withSettings(definition, stepsOf(settings, dials[0]!)[2]!) as typeof definition;
    expect(changed.nodes[0]!.engines).toEqual({ GLOBAL_CHECK: { matchStrength: 'WEAK', maxHits: 20 } });
    expect(changed.nodes.slice(1)).toEqual(definition.nodes.slice(1));
  });
});
