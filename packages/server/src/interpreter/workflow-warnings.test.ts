import { readFileSync } from 'node:fs';
import { workflowFile } from '@gatehouse/contract';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { checkWorkflow } from './workflow-check.ts';

const example = parse(
  readFileSync(new URL('../../../../examples/workflows/web3-transaction.yaml', import.meta.url), 'utf8'),
) as Record<string, unknown> & { nodes: Record<string, unknown>[]; edges: object[] };

const known = { groups: new Set(['compliance']) };

function warningsOf(change: Record<string, unknown>) {
  const file = { ...example, ...change };
  expect(workflowFile.safeParse(file).error).toBeUndefined();
  const checked = checkWorkflow(file, known);
  if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
  return checked.warnings;
}

const screening = (subjects: Record<string, unknown>) => ({
  nodes: example.nodes.map((node) =>
    node['id'] === 'lists' ? { id: 'lists', type: 'screening', engines: node['engines'], ...subjects } : node,
  ),
});
const asIdentifier = { name: 'data.wallet', idType: "'wallet address'", idNumber: 'data.wallet' };

describe('a workflow of wallets', () => {
  it('that passes the wallet as an identifier has no warning', () => {
    expect(warningsOf({})).toEqual([]);
    expect(warningsOf(screening({ subjects: [{ name: "'Jane'" }, asIdentifier] }))).toEqual([]);
  });

  it.each([
    ['subject', { subject: { name: 'data.wallet' } }, 'nodes[0].subject'],
    ['subjects', { subjects: [asIdentifier, { name: 'data.wallet' }] }, 'nodes[0].subjects[1]'],
    ['another number', { subject: { ...asIdentifier, idNumber: 'data.chain' } }, 'nodes[0].subject'],
    ['an expression', { subject: { name: "data.wallet + '' " } }, 'nodes[0].subject'],
  ])('is warned of a wallet that is screened as a name: %s', (_, subjects, place) => {
    const [warning, ...others] = warningsOf(screening(subjects));
    expect(warning).toMatchObject({ node: 'lists', place });
    expect(warning!.message).toContain('idNumber');
    expect(others).toEqual([]);
  });

  it('is warned where nothing passes a wallet to a screening', () => {
    const withoutLists = {
      nodes: example.nodes.filter(({ id }) => id !== 'lists'),
      edges: [
        { from: 'start', to: 'ask' },
        ...example.edges.filter((edge) => !JSON.stringify(edge).includes('"lists"')),
      ],
    };
    expect(warningsOf(withoutLists)).toMatchObject([{ place: 'workflow' }]);
    const entry = [...(example['entry'] as object[]), { name: 'name', type: 'text', required: true }];
    expect(warningsOf({ ...screening({}), entry })).toMatchObject([{ place: 'workflow' }]);
    const passport = { subject: { name: "'Jane'", idType: "'passport'", idNumber: 'data.chain' } };
    expect(warningsOf(screening(passport))).toMatchObject([{ place: 'workflow' }]);
    const renamed = JSON.parse(
      JSON.stringify(example['entry']).replace('"wallet"', '"counterparty"'),
    ) as object[];
    const unnamed = {
      entry: renamed,
      nodes: [
        {
          id: 'lists',
          type: 'screening',
          engines: { WATCHLIST: {} },
          subject: { ...asIdentifier, name: 'data.counterparty', idNumber: 'data.counterparty' },
        },
        { id: 'look', type: 'decision', outcome: 'manual', groups: ['compliance'] },
      ],
      edges: [
        { from: 'start', to: 'lists' },
        { from: 'lists', to: 'look' },
      ],
    };
    expect(warningsOf(unnamed)).toEqual([]);
  });

  it('is warned also of another event, by the name of what it screens', () => {
    const transaction = { eventType: 'TRANSACTION_EVENT' };
    expect(warningsOf({ ...transaction, ...screening({ subject: { name: 'data.wallet' } }) })).toHaveLength(
      1,
    );
    expect(warningsOf({ ...transaction, ...screening({ subject: { name: 'data.chain' } }) })).toEqual([]);
  });
});
