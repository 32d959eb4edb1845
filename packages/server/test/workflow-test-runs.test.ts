import { readdir, readFile } from 'node:fs/promises';
import { emptyDraft, readDraft } from '@gatehouse/console/draft';
import { exampleOf } from '@gatehouse/console/example';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Browser, person, signIn } from './support/console.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

const at = '/domains/retail/workflows';
const examples = new URL('../../../examples/workflows/', import.meta.url);

async function readExample(file: string) {
  return parse(await readFile(new URL(file, examples), 'utf8'));
}

const exampleTenants = await readExample('tenants.yaml');

/** Screens, asks a server, scores, decides. */
const workflow = {
  id: 'wf_tried',
  name: 'Tried',
  eventType: 'MANUAL_CASE_EVENT',
  source: 'API',
  nodes: [
    { id: 'screen', type: 'screening', engines: { GLOBAL_CHECK: {} } },
    { id: 'ask', type: 'webhook', webhook: 'crm', inputs: { customerId: 'data.customerId' } },
    {
      id: 'score',
      type: 'risk-score',
      rules: [
        { when: 'screen.hits > 0', add: 60, reason: 'listed' },
        { when: 'ask.grade != null && ask.grade > 5', add: 20, reason: 'bad grade' },
      ],
    },
    { id: 'look', type: 'decision', outcome: 'manual' },
    { id: 'pass', type: 'decision', outcome: 'approve' },
    { id: 'unreached', type: 'decision', outcome: 'reject' },
  ],
  edges: [
    { from: 'start', to: 'screen' },
    { from: 'screen', to: 'ask' },
    { from: 'ask', to: 'score' },
    { from: 'ask', to: 'unreached', on: 'failure' },
    { from: 'score', to: 'pass', when: 'riskScore < 30' },
    { from: 'score', to: 'look', otherwise: true },
  ],
};
const simple = {
  ...workflow,
  id: 'wf_real',
  nodes: workflow.nodes
    .filter(({ id }) => !['ask', 'unreached'].includes(id))
    .map((node) => (node.id === 'score' ? { ...node, rules: [node.rules![0]!] } : node)),
  edges: [{ from: 'start', to: 'screen' }, { from: 'screen', to: 'score' }, ...workflow.edges.slice(4)],
};

describe.each(storyStores())('workflows that are tried, %s', (store) => {
  let service: TestService;
  let dev: Browser;
  const [shipped] = exampleTenants.tenants;
  const tenant = aTenant({
    users: [
      person('dev', ['developer']),
      person('ana', ['analyst'], ['first-line', 'compliance']),
      person('ada', ['auditor']),
    ],
    webhooks: [
      ...shipped.webhooks,
      {
        id: 'crm',
        name: 'CRM',
        url: 'http://127.0.0.1:1/',
        inputs: ['customerId'],
        outputs: [{ paramName: 'grade', jsonPath: '$.grade', paramType: 'number' }],
      },
    ],
  });
  beforeAll(async () => {
    service = await startTestService(store);
    await service.provision(tenant);
    dev = await signIn(service, tenant, 'dev');
  });
  afterAll(() => service?.stop());

  it('are for those who make workflows, and each try and replay stands in the record', async () => {
    const ana = await signIn(service, tenant, 'ana');
    const auditor = await signIn(service, tenant, 'ada');
    for (const who of [ana, auditor]) {
      for (const [way, body] of [
        ['try', { data: data('Nobody Atall') }],
        ['replay', {}],
      ] as const) {
        const requested = { method: 'POST', body: { definition: workflow, ...body } };
        expect((await who.send(`${at}/${way}`, requested)).status).toBe(403);
      }
    }
    await attempt({ data: data('Nobody Atall') });
    await dev.post<'workflows.replay'>(`${at}/replay`, { definition: simple, last: 5 });
    // Faults, and an example that no submit could be, search for nothing.
    await dev.send(`${at}/try`, { method: 'POST', body: { definition: workflow, data: {} } });
    const rows = await service.app.database.operator((tx) =>
      tx.sql(
        `select actor, act, object_kind as kind, object_id as id, detail from audit_event
         where tenant_id = $1 and act in ('workflow.try', 'workflow.replay') order by at, event_id`,
        [tenant.id],
      ),
    );
    const detail = { eventType: 'MANUAL_CASE_EVENT', screenings: 1 };
    const by = { actor: 'dev@example.test', kind: 'workflow' };
    expect(rows).toEqual([
      { ...by, act: 'workflow.try', id: 'wf_tried', detail: { ...detail, submits: 1 } },
      { ...by, act: 'workflow.replay', id: 'wf_real', detail: { ...detail, submits: 0 } },
    ]);
  });

  const data = (name: string, customerId = 'c') => ({ customerId, name, customerType: 'individual' });
  const attempt = (body: object) => dev.post<'workflows.try'>(`${at}/try`, { definition: workflow, ...body });

  it('take the way that a submit would, with every outcome choosable, and keep nothing', async () => {
    const clean = await attempt({ data: data('Bartholomew Quillfeather') });
    expect(clean).toMatchObject({ state: 'COMPLETED', decision: 'approve', riskScore: 0 });
    expect(clean.steps.map(({ nodeId, isChosen }) => [nodeId, isChosen])).toEqual([
      ['screen', false],
      ['ask', false],
      ['score', false],
      ['pass', false],
    ]);
    const listed = await attempt({
      data: data('Osama bin Laden'),
      outcomes: { ask: { output: { grade: 9 } } },
    });
    expect(listed).toMatchObject({
      state: 'WAITING',
      decision: 'manual',
      riskScore: 80,
      riskReasons: ['listed', 'bad grade'],
    });
    expect(listed.steps[0]!.output).toMatchObject({ hits: 1 });
    const unlisted = await attempt({ data: data('Osama bin Laden'), outcomes: { screen: { output: {} } } });
    expect(unlisted.decision).toBe('approve');
    expect(unlisted.steps[0]).toMatchObject({ isChosen: true, output: { hits: 0, entityIds: [] } });
    const failed = await attempt({ data: data('Mary Brown'), outcomes: { ask: { fails: true } } });
    expect(failed.decision).toBe('reject');
    expect(failed.steps[1]!.output).toMatchObject({ httpStatus: null, failure: 'chosen to fail' });
    const { executions } = await dev.get<'executions.list'>('/domains/retail/executions');
    expect(executions).toEqual([]);
    const [spent] = await service.app.database.operator((tx) =>
      tx.sql<{ n: number }>(
        `select (select count(*) from alert where tenant_id = $1)::int
           + (select count(*) from webhook_delivery where tenant_id = $1)::int
           + (select count(*) from case_record where tenant_id = $1)::int as n`,
        [tenant.id],
      ),
    );
    expect(spent!.n).toBe(0);
  });

  it('end on the example that the editor proposes, for every workflow that ships and for one just drawn', async () => {
    const vocabulary = await dev.get<'workflows.vocabulary'>('/domains/retail/workflow-vocabulary');
    const files = (await readdir(examples)).filter(
      (file) => file.endsWith('.yaml') && file !== 'tenants.yaml',
    );
    const drafts = await Promise.all(files.map(async (file) => readDraft(await readExample(file))!));
    const drawn = ['MANUAL_CASE_EVENT', 'PERIODIC_FLOW_EVENT'].map((eventType) => ({
      ...emptyDraft,
      id: 'wf_drawn',
      name: 'Drawn',
      eventType,
      nodes: [
        { id: 'screening', type: 'screening', engines: { GLOBAL_CHECK: {} } },
        { id: 'decision', type: 'decision', outcome: 'approve' },
      ],
      edges: [
        { from: 'start', to: 'screening' },
        { from: 'screening', to: 'decision' },
      ],
    }));
    const owned = {
      ...emptyDraft,
      id: 'wf_owned',
      name: 'A company with an owner',
      eventType: 'KYB_EVENT',
      entry: ['companyName', 'owner', 'ownerBirth'].map((name) => ({ name, type: 'text' })),
      nodes: [
        {
          id: 'screening',
          type: 'screening',
          engines: { GLOBAL_CHECK: {} },
          subjects: [
            { role: "'self'", name: 'data.companyName', customerType: "'corporate'" },
            { role: "'owner'", name: 'data.owner', dateOfBirth: 'data.ownerBirth' },
          ],
        },
        { id: 'decision', type: 'decision', outcome: 'approve' },
      ],
      edges: drawn[0]!.edges,
    };
    for (const definition of [...drafts, ...drawn, owned]) {
      const tried = await attempt({ definition, data: exampleOf(definition, vocabulary) });
      expect(tried, definition.id).toMatchObject({ failure: null, decision: expect.any(String) });
    }
  });

  it('refuse what cannot run and what no submit could bring', async () => {
    const broken = { definition: { ...workflow, edges: [] }, data: {} };
    expect(await dev.refused(`${at}/try`, { method: 'POST', body: broken })).toMatchObject({
      status: 422,
      code: 'DEFINITION_FAULTS',
    });
    for (const [bad, message] of [
      [{ customerId: 'c', customerType: 'individual' }, /name/],
      [{ ...data('A Person'), dateOfBirth: '1990-02-30' }, /dateOfBirth/],
    ] as const) {
      const body = { definition: workflow, data: bad };
      expect(await dev.refused(`${at}/try`, { method: 'POST', body })).toMatchObject({
        status: 422,
        code: 'INVALID',
        field: 'data',
        message: expect.stringMatching(message),
      });
    }
    const ana = await signIn(service, tenant, 'ana');
    expect((await ana.send(`${at}/try`, { method: 'POST', body: broken })).status).toBe(403);
  });

  it('run on past submits, and tell whose decision would be another', async () => {
    await dev.post(at, { definition: simple, publish: true });
    const retail = service.client({ ...tenant.key, domain: 'retail' });
    for (const [customerId, name] of [
      ['p1', 'Osama bin Laden'],
      ['p2', 'Bartholomew Quillfeather'],
      ['p3', 'Mary Brown'],
    ] as const) {
      await retail.workflow.submit({
        eventType: 'MANUAL_CASE_EVENT',
        workflowId: 'wf_real@1',
        data: data(name, customerId) as never,
      });
    }
    await service.drain();
    const same = await dev.post<'workflows.replay'>(`${at}/replay`, { definition: simple });
    expect(same).toEqual({
      replayed: 3,
      unchanged: 3,
      changed: [],
      decisions: [
        { before: 'approve', after: 'approve', count: 2 },
        { before: 'manual', after: 'manual', count: 1 },
      ],
      next: null,
    });
    // In pages, as 10,000 are replayed: each continues with older ones.
    const first = await dev.post<'workflows.replay'>(`${at}/replay`, { definition: simple, last: 2 });
    expect(first.replayed).toBe(2);
    const rest = await dev.post<'workflows.replay'>(`${at}/replay`, {
      definition: simple,
      last: 2,
      before: first.next,
    });
    expect(rest).toMatchObject({ replayed: 1, next: null });
    const ofAll = [...first.decisions, ...rest.decisions].filter(({ before }) => before === 'approve');
    expect(ofAll.reduce((sum, { count }) => sum + count, 0)).toBe(2);
    // What people resolve of it is no outcome of the workflow.
    const ana = await signIn(service, tenant, 'ana');
    const { cases } = await ana.get<'cases.list'>('/domains/retail/cases');
    const { caseNo } = cases.find(({ status }) => status === 'UNASSIGNED')!;
    const moves = `/domains/retail/cases/${caseNo}/moves`;
    await ana.post(moves, { move: 'claim', expectedRevision: 1 });
    await ana.post(moves, { move: 'reject', expectedRevision: 2, reason: 'listed' });
    expect(await dev.post<'workflows.replay'>(`${at}/replay`, { definition: simple })).toEqual(same);
    const lax = structuredClone(simple);
    lax.nodes[1]!.rules![0]!.add = 10;
    const replayed = await dev.post<'workflows.replay'>(`${at}/replay`, { definition: lax });
    expect(replayed).toMatchObject({
      replayed: 3,
      unchanged: 2,
      changed: [
        {
          customerId: 'p1',
          caseNo: expect.stringMatching(/^C/),
          before: { decision: 'manual', riskScore: 60 },
          after: { decision: 'approve', riskScore: 10, failure: null },
        },
      ],
    });
    const failing = await dev.post<'workflows.replay'>(`${at}/replay`, {
      definition: workflow,
      last: 2,
      outcomes: { ask: { fails: true } },
    });
    expect(failing.decisions).toEqual([{ before: 'approve', after: 'reject', count: 2 }]);
    const elsewhere = await dev.post<'workflows.replay'>('/domains/corporate/workflows/replay', {
      definition: simple,
    });
    expect(elsewhere.replayed).toBe(0);
  });
});
