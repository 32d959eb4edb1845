import { expect, test } from 'vitest';
import { checkWorkflow } from './workflow-check.ts';

const known = { groups: new Set<string>(), webhooks: new Map() } as unknown as Parameters<
  typeof checkWorkflow
>[1];

function faults(
  parts: { entry?: readonly object[]; field?: string; structure?: string; screening?: string } = {},
) {
  const {
    entry = [{ name: 'ownership', type: 'ownership' }],
    structure = 'owners.structure',
    screening = 'screen.screened',
  } = parts;
  const checked = checkWorkflow(
    {
      id: 'wf',
      name: 'Workflow',
      eventType: 'KYB_EVENT',
      entry,
      nodes: [
        { id: 'owners', type: 'ownership', ...(parts.field && { field: parts.field }) },
        { id: 'screen', type: 'screening', engines: { WATCHLIST: {} }, subjectsFrom: 'owners.parties' },
        { id: 'sanctions', type: 'blocked-ownership', structure, screenings: [screening] },
        { id: 'end', type: 'decision', outcome: 'close' },
      ],
      edges: [
        { from: 'start', to: 'owners' },
        { from: 'owners', to: 'screen' },
        { from: 'screen', to: 'sanctions' },
        { from: 'sanctions', to: 'end', when: "sanctions.ofac == 'clear'" },
        { from: 'sanctions', to: 'end', otherwise: true },
      ],
    },
    known,
  );
  return checked.ok ? [] : checked.faults.map(({ place, message }) => `${place}: ${message}`);
}

test('ownership is read from a declared field, and blocked ownership from its structure and screenings', () => {
  expect(faults()).toEqual([]);
  expect(faults({ entry: [] })).toEqual([
    'nodes[0].field: entry has no field "ownership": declare it with type ownership',
  ]);
  expect(faults({ entry: [{ name: 'ownership', type: 'object' }] })).toEqual([
    'nodes[0].field: ownership is declared with type object: it must be ownership',
  ]);
  expect(faults({ field: 'ownreship' })).toEqual([
    'nodes[0].field: entry has no field "ownreship" (did you mean ownership?): declare it with type ownership',
  ]);
});

test('an output of another node is no structure and no screening', () => {
  expect(faults({ structure: 'screen.structure' }).join()).toContain(
    'screen.structure is of a screening node: it must be of ownership or ownership-structure',
  );
  expect(faults({ structure: 'owners.parties' }).join()).toContain('must be the output structure of a node');
  expect(faults({ screening: 'owners.screened' }).join()).toContain(
    'owners.screened is of a ownership node: it must be of screening',
  );
  expect(faults({ screening: 'nobody.screened' }).join()).toContain('nobody');
});
