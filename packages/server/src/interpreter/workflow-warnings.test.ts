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
const asIdentifier = { name: 'data.senderWallet', idType: "'wallet address'", idNumber: 'data.senderWallet' };

describe('a workflow of wallets', () => {
  it.each([
    ['as the example does', {}],
    [
      'as an identifier of one of several subjects',
      screening({ subjects: [{ name: "'Jane'" }, asIdentifier] }),
    ],
    ['as a wallet alone', screening({ subject: { wallet: 'data.senderWallet' } })],
    ['as a name', screening({ subject: { name: 'data.senderWallet' } })],
    ['as a name by an expression', screening({ subject: { name: "data.senderWallet + '' " } })],
  ])('that screens the wallet has no warning: %s', (_, change) => {
    expect(warningsOf(change)).toEqual([]);
  });

  it('is warned where no screening screens a wallet', () => {
    const withoutLists = {
      nodes: example.nodes.filter(({ id }) => id !== 'lists'),
      edges: [
        { from: 'start', to: 'ask' },
        ...example.edges.filter((edge) => !JSON.stringify(edge).includes('"lists"')),
      ],
    };
    expect(warningsOf(withoutLists)).toMatchObject([{ place: 'workflow' }]);
    const passport = { subject: { name: "'Jane'", idType: "'passport'", idNumber: 'data.chain' } };
    const [warning, ...others] = warningsOf(screening(passport));
    expect(warning!.message).toContain('wallet: "data.FIELD"');
    expect(others).toEqual([]);
  });

  it('is warned where the only thing it screens is a postal address, or a text that says wallet', () => {
    const withAddress = {
      entry: [...(example['entry'] as object[]), { name: 'address', type: 'text' }],
    };
    for (const name of ['data.address', "'the wallet of ' + data.chain"]) {
      expect(warningsOf({ ...withAddress, ...screening({ subject: { name } }) }), name).toHaveLength(1);
    }
    expect(
      warningsOf({
        ...withAddress,
        ...screening({ subject: { name: 'data.address', idNumber: 'data.address' } }),
      }),
    ).toHaveLength(1);
  });

  it('has none where a node without subjects takes the wallet of data', () => {
    const wallet = { entry: [...(example['entry'] as object[]), { name: 'wallet', type: 'text' }] };
    expect(warningsOf({ ...wallet, ...screening({}) })).toEqual([]);
  });

  it('whose entry calls no field a wallet may have one in any identifier', () => {
    const renamed = JSON.parse(
      JSON.stringify(example['entry'])
        .replace('"senderWallet"', '"counterparty"')
        .replace('"receiverWallet"', '"payee"'),
    ) as object[];
    const workflow = (subject: object) => ({
      entry: renamed,
      nodes: [
        { id: 'lists', type: 'screening', engines: { WATCHLIST: {} }, subject },
        { id: 'look', type: 'decision', outcome: 'manual', groups: ['compliance'] },
      ],
      edges: [
        { from: 'start', to: 'lists' },
        { from: 'lists', to: 'look' },
      ],
    });
    const subject = { ...asIdentifier, name: 'data.counterparty', idNumber: 'data.counterparty' };
    expect(warningsOf(workflow(subject))).toEqual([]);
    expect(warningsOf(workflow({ wallet: 'data.counterparty' }))).toEqual([]);
    expect(warningsOf(workflow({ name: 'data.counterparty' }))).toHaveLength(1);
  });

  it('of another event is not warned', () => {
    const subject = { subject: { name: 'data.chain' } };
    expect(warningsOf({ eventType: 'TRANSACTION_EVENT', ...screening(subject) })).toEqual([]);
  });
});
