import { type WorkflowNodeOf, workflowFile } from '@gatehouse/contract';
import { expect, test } from 'vitest';
import { newStepBudget } from './expression-steps.ts';
import { subjectFromData, subjectsOf } from './screening-subjects.ts';

function seeing(values: Record<string, unknown>) {
  return { values, steps: newStepBudget() };
}

const self = { role: 'self', partyId: null, percent: null };
const unknown = { role: null, partyId: null, percent: null };

function screening(parts: Record<string, unknown>): WorkflowNodeOf<'screening'> {
  const parsed = workflowFile.parse({
    id: 'wf',
    name: 'Workflow',
    eventType: 'MANUAL_CASE_EVENT',
    nodes: [{ id: 'screen', type: 'screening', engines: { WATCHLIST: {} }, ...parts }],
    edges: [{ from: 'start', to: 'screen' }],
  });
  return parsed.nodes[0] as WorkflowNodeOf<'screening'>;
}

test('a screening without expressions takes the fields of the interface from data', async () => {
  const data = {
    customerId: 'c',
    name: 'Jane',
    customerType: 'individual',
    sex: null,
    occupation: ' ',
    amount: 3,
  };
  expect(await subjectsOf(screening({}), seeing({ data }))).toEqual({
    kind: 'subjects',
    subjects: [{ customerId: 'c', name: 'Jane', customerType: 'individual' }],
    parties: [self],
  });
});

test('expressions give one subject or several; numbers become texts, null falls away', async () => {
  const data = { sender: 'A', receiver: { name: 'B', year: 1980 } };
  expect(
    await subjectsOf(screening({ subject: { name: 'data.sender', sex: 'data.sex' } }), seeing({ data })),
  ).toEqual({
    kind: 'subjects',
    subjects: [{ name: 'A' }],
    parties: [unknown],
  });
  const several = screening({
    subjects: [{ name: 'data.sender' }, { name: 'data.receiver.name', dateOfBirth: 'data.receiver.year' }],
  });
  expect(await subjectsOf(several, seeing({ data }))).toEqual({
    kind: 'subjects',
    subjects: [{ name: 'A' }, { name: 'B', dateOfBirth: '1980' }],
    parties: [unknown, unknown],
  });
});

test('an identifier alone is a subject, and one that gives none is a fault', async () => {
  const node = screening({ subject: { wallet: 'data.wallet', walletChain: "'ETH'" } });
  expect(await subjectsOf(node, seeing({ data: { wallet: '0x1' } }))).toMatchObject({
    subjects: [{ wallet: '0x1', walletChain: 'ETH' }],
  });
  expect(await subjectsOf(node, seeing({ data: { wallet: ' ' } }))).toEqual({
    kind: 'fault',
    nodeId: 'screen',
    reason: 'subject has no identifier to screen: "data.wallet" gave none',
  });
});

test('a subject without a name is a fault that says where it should have come from', async () => {
  expect(await subjectsOf(screening({}), seeing({ data: { name: ' ' } }))).toEqual({
    kind: 'fault',
    nodeId: 'screen',
    reason: 'data has no name to screen: data.name gave none',
  });
  expect(await subjectsOf(screening({ subjects: [{ name: 'data.sender' }] }), seeing({ data: {} }))).toEqual({
    kind: 'fault',
    nodeId: 'screen',
    reason: 'subjects[0] has no name to screen: "data.sender" gave none',
  });
  expect(
    await subjectsOf(screening({ subject: { name: 'data.a.b' } }), seeing({ data: { a: {} } })),
  ).toMatchObject({
    reason: 'subject.name: "data.a.b" failed: data.a.b is missing',
  });
  expect(
    await subjectsOf(screening({ subject: { name: 'data.a' } }), seeing({ data: { a: [] } })),
  ).toMatchObject({
    reason: 'subject.name: "data.a" gave a value that is neither text nor number',
  });
  expect(subjectFromData(undefined)).toBe('data has no name to screen: data.name gave none');
});

test('expressions say who each subject is to the customer; the customer’s own name needs no role', async () => {
  const data = { name: 'Acme', owner: { id: 7, name: 'Jane', share: 60 } };
  const several = screening({
    subjects: [
      { name: 'data.name' },
      { name: 'data.name', role: "'guarantor'" },
      { name: 'data.owner.name', role: "'owner'", partyId: 'data.owner.id', percent: 'data.owner.share' },
    ],
  });
  expect(await subjectsOf(several, seeing({ data }))).toEqual({
    kind: 'subjects',
    subjects: [{ name: 'Acme' }, { name: 'Acme' }, { name: 'Jane' }],
    parties: [self, { ...unknown, role: 'guarantor' }, { role: 'owner', partyId: '7', percent: 60 }],
  });
  const long = screening({ subject: { name: 'data.name', role: `'${'x'.repeat(61)}'` } });
  expect(await subjectsOf(long, seeing({ data }))).toMatchObject({ kind: 'fault' });
});

test('owners of a structure are told from beneficial owners, and a share that is none is not known', async () => {
  const owners = {
    owners: [
      { name: 'Jane', percent: 60, beneficialOwner: true },
      { name: 'Acme', percent: 100.000001, beneficialOwner: false },
      { name: 'Kim', percent: 'much', role: 'director', partyId: 'p-9' },
    ],
  };
  expect(await subjectsOf(screening({ subjectsFrom: 'owners.owners' }), seeing({ owners }))).toMatchObject({
    parties: [
      { role: 'beneficial-owner', partyId: null, percent: 60 },
      { role: 'owner', partyId: null, percent: 100 },
      { role: 'director', partyId: 'p-9', percent: null },
    ],
  });
});

test('a party is the customer where the workflow says so, never because data does', async () => {
  const data = { name: 'Acme', party: { name: 'Jane', role: 'self' } };
  const owners = {
    owners: [
      { name: 'Jane', role: ' self ', partyId: 'p-1' },
      { name: 'Kim', role: 'self', beneficialOwner: true },
    ],
  };
  expect(await subjectsOf(screening({ subjectsFrom: 'owners.owners' }), seeing({ owners }))).toMatchObject({
    parties: [{ role: null, partyId: 'p-1' }, { role: 'beneficial-owner' }],
  });
  const several = screening({
    subjects: [
      { name: 'data.party.name', role: 'data.party.role' },
      { name: 'data.party.name', role: "'self'" },
      { name: 'data.party.name', role: "data.party.role == 'self' ? 'owner' : 'self'" },
    ],
  });
  expect(await subjectsOf(several, seeing({ data }))).toMatchObject({
    parties: [unknown, self, { role: 'owner' }],
  });
});
