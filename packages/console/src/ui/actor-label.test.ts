import { expect, it } from 'vitest';
import { actorLabel } from './actor-label.ts';

it('names who acted, also where it was the service or its operator', () => {
  expect(
    [
      { kind: 'user', id: 'ana@acme.test' },
      { kind: 'api_key', id: 'ak_1' },
      { kind: 'end_user', id: 'link-1', name: 'jane@example.test' },
      { kind: 'system', id: 'interpreter' },
      { kind: 'system', id: 'provision' },
      { kind: 'system', id: 'identity' },
      { kind: 'operator', id: 'command' },
      { kind: 'operator', id: 'op@example.test' },
    ].map(actorLabel),
  ).toEqual([
    'ana@acme.test',
    'API key ak_1',
    'End user jane@example.test',
    'System (workflow)',
    'Tenant file',
    'System (identity)',
    'Operator (command line)',
    'Operator op@example.test',
  ]);
});
