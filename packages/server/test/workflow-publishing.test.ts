import { nodeTypes } from '@gatehouse/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, person, signIn } from './support/console.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant, decidingWorkflow } from './support/tenants.ts';

type Json = Record<string, unknown>;

const workflows = '/domains/retail/workflows';

const scoring = {
  id: 'wf_pay',
  name: 'Payment',
  eventType: 'TRANSACTION_EVENT',
  entry: [
    { name: 'amount', type: 'number', required: true },
    { name: 'rates', type: 'object' },
  ],
  nodes: [
    { id: 'score', type: 'risk-score', rules: [{ when: 'data.amount > 100', add: 40, reason: 'large' }] },
    { id: 'pass', type: 'decision', outcome: 'approve' },
    { id: 'look', type: 'decision', outcome: 'manual', groups: ['first-line'] },
  ],
  edges: [
    { from: 'start', to: 'score' },
    { from: 'score', to: 'pass', when: 'riskScore < 40' },
    { from: 'score', to: 'look', otherwise: true },
  ],
};

describe.each(storyStores())('workflows in the console, %s', (store) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(store);
  });
  afterAll(() => service?.stop());

  async function aDeveloper() {
    const tenant = aTenant({
      users: [
        person('root', ['admin']),
        person('dev', ['developer']),
        person('audra', ['auditor']),
        person('ana', ['analyst'], ['first-line']),
      ],
      workflows: [],
    });
    await service.provision(tenant);
    const dev = await signIn(service, tenant, 'dev');
    const client = service.client({ ...tenant.key, domain: 'retail' });
    return {
      tenant,
      dev,
      submit: async (data: Json, more: Json = {}) => {
        const submitted = await client.workflow.submit({
          eventType: 'TRANSACTION_EVENT',
          ...more,
          data: { customerId: 'c-1', ...data } as never,
        });
        await service.drain();
        return { ...submitted, status: (await client.workflow.status(submitted.executionId))! };
      },
    };
  }

  const save = (dev: Browser, body: Json) => dev.post<'workflows.save'>(workflows, body);

  const broken = {
    ...scoring,
    nodes: [
      { id: 'score', type: 'risk-score', rules: [{ when: 'data.amont > 100', add: 400, reason: 'large' }] },
      { id: 'call', type: 'webhook', webhook: 'nobody' },
      { id: 'look', type: 'decision', outcome: 'manual', groups: ['nobodies'] },
      { id: 'spare', type: 'branch' },
    ],
    edges: [
      { from: 'start', to: 'score' },
      { from: 'score', to: 'look', when: 'riskScore' },
    ],
  };

  it('are published, routed from then on, and never changed: another content is another version', async () => {
    const { tenant, dev, submit } = await aDeveloper();
    const first = await save(dev, { definition: scoring, publish: true, expectedVersion: null });
    expect(first).toMatchObject({
      workflowId: 'wf_pay',
      publishedVersion: 1,
      publishedBy: { kind: 'user', id: 'dev@example.test' },
      copyId: 'wf_pay@1',
      draftDiffers: false,
      changes: [expect.stringContaining('created'), expect.stringContaining('version 1 published')],
    });
    expect((await submit({ amount: 50 })).status).toMatchObject({ caseStatus: 'APPROVED' });
    expect((await save(dev, { definition: scoring, publish: true })).changes).toEqual([]);

    const stricter = structuredClone(scoring);
    stricter.nodes[0]!.rules![0]!.when = 'data.amount > 10';
    const draft = await save(dev, { definition: stricter, publish: false });
    expect(draft).toMatchObject({ publishedVersion: 1, draftDiffers: true });
    expect((await submit({ amount: 50 })).status).toMatchObject({ caseStatus: 'APPROVED' });
    expect(
      await dev.refused(workflows, {
        method: 'POST',
        body: { definition: stricter, publish: true, expectedVersion: null },
      }),
    ).toMatchObject({ status: 409, code: 'VERSION_CONFLICT', version: 1 });
    await save(dev, { definition: stricter, publish: true, expectedVersion: 1 });
    expect((await submit({ amount: 50 })).status).toMatchObject({ caseStatus: 'UNASSIGNED' });
    const pinned = await submit({ amount: 50 }, { workflowId: 'wf_pay@1' });
    expect(pinned.status).toMatchObject({ caseStatus: 'APPROVED' });

    const detail = await dev.get<'workflows.read'>(`${workflows}/wf_pay`);
    expect(detail.versions.map(({ version }) => version)).toEqual([2, 1]);
    const old = await dev.get<'workflows.readVersion'>(`${workflows}/wf_pay/versions/1`);
    expect(old.definition).toMatchObject({ nodes: [{ rules: [{ when: 'data.amount > 100' }] }, {}, {}] });
    expect((await dev.get<'workflows.list'>(workflows)).workflows.map(({ copyId }) => copyId)).toEqual([
      'wf_pay@2',
    ]);
    const actions = await service.app.database.operator((tx) =>
      tx.sql<{ act: string; actor: string }>(
        `select act, actor from audit_event where tenant_id = $1 and act like 'workflow.%' order by event_id`,
        [tenant.id],
      ),
    );
    expect(actions.map(({ act }) => act)).toEqual([
      'workflow.save',
      'workflow.publish',
      'workflow.save',
      'workflow.publish',
    ]);
    expect(new Set(actions.map(({ actor }) => actor))).toEqual(new Set(['dev@example.test']));
  });

  it('start by the one that was published last, and every answer says which', async () => {
    const { tenant, dev, submit } = await aDeveloper();
    const other = { ...structuredClone(scoring), id: 'wf_other', name: 'Other' };
    other.nodes[0]!.rules![0]!.when = 'data.amount > 10';
    const starts = async () =>
      (await dev.get<'workflows.list'>(workflows)).workflows.map(
        ({ workflowId, publishedVersion, publishedRoute, startsInstead }) => [
          workflowId,
          publishedVersion,
          publishedRoute?.eventType,
          startsInstead?.workflowId,
        ],
      );
    await save(dev, { definition: scoring, publish: true });
    await save(dev, { definition: other, publish: true });
    expect((await submit({ amount: 50 })).status).toMatchObject({ caseStatus: 'UNASSIGNED' });
    expect(await starts()).toEqual([
      ['wf_other', 1, 'TRANSACTION_EVENT', undefined],
      ['wf_pay', 1, 'TRANSACTION_EVENT', 'wf_other'],
    ]);
    expect(await dev.get<'workflows.read'>(`${workflows}/wf_pay`)).toMatchObject({
      publishedRoute: { eventType: 'TRANSACTION_EVENT', source: 'API' },
      startsInstead: { workflowId: 'wf_other', name: 'Other' },
    });

    // The same content is no new version, so that a program may send it again and again; only who says so takes it back.
    expect((await save(dev, { definition: scoring, publish: true })).changes).toEqual([]);
    const again = await save(dev, {
      definition: scoring,
      publish: true,
      republish: true,
      expectedVersion: 1,
    });
    expect(again).toMatchObject({ publishedVersion: 2, draftDiffers: false, startsInstead: null });
    expect(again.changes).toEqual([expect.stringContaining('version 2 published')]);
    expect((await submit({ amount: 50 })).status).toMatchObject({ caseStatus: 'APPROVED' });
    const repeated = await save(dev, { definition: scoring, publish: true, republish: true });
    expect(repeated).toMatchObject({ publishedVersion: 2, changes: [] });

    // What is drawn starts nothing: a draft of another event leaves what is published where it is.
    await save(dev, { definition: { ...scoring, eventType: 'KYC_EVENT' }, publish: false });
    expect(await starts()).toEqual([
      ['wf_other', 1, 'TRANSACTION_EVENT', 'wf_pay'],
      ['wf_pay', 2, 'TRANSACTION_EVENT', undefined],
    ]);
    await save(dev, { definition: { ...scoring, eventType: 'KYC_EVENT' }, publish: true });
    expect(await starts()).toEqual([
      ['wf_other', 1, 'TRANSACTION_EVENT', undefined],
      ['wf_pay', 3, 'KYC_EVENT', undefined],
    ]);
    expect((await submit({ amount: 50 })).status).toMatchObject({ caseStatus: 'UNASSIGNED' });

    // The record of each says what submits started before, and what starts on an event that was left.
    const records = await service.app.database.operator((tx) =>
      tx.sql<{ detail: Json }>(
        `select detail from audit_event where tenant_id = $1 and act = 'workflow.publish' order by event_id`,
        [tenant.id],
      ),
    );
    const subject = (id: string) => `workflow ${id} of ${tenant.id}/retail`;
    expect(records.map(({ detail }) => detail)).toEqual([
      { change: `${subject('wf_pay')}: version 1 published` },
      { change: `${subject('wf_other')}: version 1 published`, replaced: 'wf_pay@1' },
      { change: `${subject('wf_pay')}: version 2 published`, replaced: 'wf_other@1' },
      {
        change: `${subject('wf_pay')}: version 3 published`,
        left: { eventType: 'TRANSACTION_EVENT', source: 'API', starts: 'wf_other@1' },
      },
    ]);
  });

  it('of a tenant file that share an event, or leave one, are named with the one that starts', async () => {
    const { tenant } = await aDeveloper();
    const apply = async (...definitions: readonly Json[]) => {
      const published = definitions.map((workflow) => ({ domain: 'retail', workflow }));
      const { notices } = await service.provision({ ...tenant, workflows: published });
      return notices.filter((notice) => notice.includes(' start'));
    };
    const named = (id: string, eventType = 'TRANSACTION_EVENT') => ({ ...scoring, id, eventType });
    const rule =
      'Of workflows for one event the one published last starts, of several published together the first by its id';
    const place = `in ${tenant.id}/retail`;
    const event = 'TRANSACTION_EVENT from API';
    expect(await apply(named('wf_b'))).toEqual([]);
    expect(await apply(named('wf_b'), named('wf_c'))).toEqual([
      `notice: ${place} wf_c@1 starts for ${event}; wf_b@1 no longer starts. ${rule}`,
    ]);
    // Applied again, it changes nothing and says what is so.
    expect(await apply(named('wf_b'), named('wf_c'))).toEqual([
      `notice: ${place} wf_c@1 starts for ${event}; wf_b@1 does not start. ${rule}`,
    ]);
    expect(await apply(named('wf_e'), named('wf_d'))).toEqual([
      `notice: ${place} wf_d@1 starts for ${event}; wf_e@1 does not start, wf_c@1 no longer starts, wf_b@1 does not start. ${rule}`,
    ]);
    const records = await service.app.database.operator((tx) =>
      tx.sql<{ replaced: string | null; instead: string | null }>(
        `select detail->>'replaced' as replaced, detail->>'startsInstead' as instead from audit_event
         where tenant_id = $1 and act = 'workflow.publish' order by event_id`,
        [tenant.id],
      ),
    );
    expect(records).toEqual([
      { replaced: null, instead: null },
      { replaced: 'wf_b@1', instead: null },
      { replaced: 'wf_c@1', instead: null },
      { replaced: 'wf_e@1', instead: null },
    ]);
    // One that moves leaves its event to the one before, and the last one leaves nothing.
    const kyc = aTenant({ workflows: [] });
    const applyKyc = async (definition: Json) =>
      (await service.provision({ ...kyc, workflows: [{ domain: 'retail', workflow: definition }] })).notices;
    await applyKyc(named('wf_a'));
    expect(await applyKyc(named('wf_a', 'KYC_EVENT'))).toContain(
      `notice: in ${kyc.id}/retail no workflow starts for ${event} any more; wf_a@1 did before`,
    );
  });

  it('with faults are not kept at all, and every fault is told with its node', async () => {
    const { dev } = await aDeveloper();
    const refusal = await dev.refused(workflows, {
      method: 'POST',
      body: { definition: broken, publish: true },
    });
    expect(refusal).toMatchObject({ status: 422, code: 'DEFINITION_FAULTS' });
    expect(new Set(refusal.faults!.flatMap(({ node }) => node ?? []))).toEqual(
      new Set(['score', 'call', 'look', 'spare']),
    );
    expect(refusal.faults!.some(({ edge }) => edge?.index === 1)).toBe(true);
    const checked = await dev.post<'workflows.check'>(`${workflows}/check`, { definition: broken });
    expect(checked.faults).toEqual(refusal.faults);
    expect(await dev.refused(`${workflows}/wf_pay`)).toMatchObject({ status: 404 });
    expect(await dev.post(`${workflows}/check`, { definition: scoring })).toEqual({
      faults: [],
      warnings: [],
    });
    for (const definition of [null, [], 'text', {}]) {
      const odd = await dev.post<'workflows.check'>(`${workflows}/check`, { definition });
      expect(odd.faults.length).toBeGreaterThan(0);
    }
  });

  it('with faults are kept as drafts, with everything that stands in the way of publishing', async () => {
    const { dev } = await aDeveloper();
    const { faults, publishedVersion } = await save(dev, { definition: broken, publish: false });
    expect(publishedVersion).toBeNull();
    expect(new Set(faults.flatMap(({ node }) => node ?? []))).toEqual(
      new Set(['score', 'call', 'look', 'spare']),
    );
    expect((await dev.get<'workflows.read'>(`${workflows}/wf_pay`)).draft).toEqual({
      ...broken,
      source: 'API',
    });
    expect((await save(dev, { definition: broken, publish: false })).changes).toEqual([]);
    const nameless = { definition: { ...broken, name: '' }, publish: false };
    expect(await dev.refused(workflows, { method: 'POST', body: nameless })).toMatchObject({
      status: 422,
      code: 'DEFINITION_FAULTS',
    });
    expect((await save(dev, { definition: scoring, publish: true })).faults).toEqual([]);
  });

  it('can be made of what the tenant has: node types with forms, groups, webhooks, fields', async () => {
    const { dev } = await aDeveloper();
    const vocabulary = await dev.get<'workflows.vocabulary'>('/domains/retail/workflow-vocabulary');
    expect(vocabulary.nodeTypes.map(({ type }) => type)).toEqual(Object.keys(nodeTypes));
    const score = vocabulary.nodeTypes.find(({ type }) => type === 'risk-score')!;
    expect(score.config).toMatchObject({
      properties: { rules: { items: { required: ['when', 'add', 'reason'] } } },
    });
    expect(score.expressions).toEqual([{ path: 'rules.*.when', type: 'boolean' }]);
    expect(vocabulary.groups).toContain('first-line');
    const manual = vocabulary.eventTypes.find(({ eventType }) => eventType === 'MANUAL_CASE_EVENT')!;
    expect(manual.data).toContainEqual({ name: 'dateOfBirth', type: 'text', optional: true });
  });

  it('are taken as a file’s text too, whose faults tell line and column', async () => {
    const { dev } = await aDeveloper();
    const text = `id: wf_text
name: Text
eventType: KYC_EVENT
nodes:
  - { id: end, type: decision, outcome: manual, groups: [nobodies] }
edges:
  - { from: start, to: end }
`;
    const { faults } = await dev.post<'workflows.check'>(`${workflows}/check`, { text });
    expect(faults).toEqual([expect.objectContaining({ node: 'end', line: 5, column: 58 })]);
    const torn = await dev.post<'workflows.check'>(`${workflows}/check`, { text: 'nodes: [' });
    expect(torn.faults).toEqual([
      expect.objectContaining({
        place: 'workflow',
        line: 1,
        phrases: [expect.objectContaining({ code: expect.stringMatching(/^rules\.yaml/) })],
      }),
    ]);
    const saved = await save(dev, { text: text.replace('nobodies', 'first-line'), publish: true });
    expect(saved.copyId).toBe('wf_text@1');
    for (const body of [{ publish: true }, { publish: true, text, definition: {} }]) {
      expect(await dev.refused(workflows, { method: 'POST', body })).toMatchObject({ status: 422 });
    }
  });

  it('may be larger than other bodies, and not without end', async () => {
    const { dev } = await aDeveloper();
    const large = { ...scoring, description: 'x'.repeat(200_000) };
    const { faults } = await dev.post<'workflows.check'>(`${workflows}/check`, { definition: large });
    expect(faults.map(({ place }) => place)).toEqual(['description']);
    const body = { definition: { ...scoring, description: 'x'.repeat(1_100_000) } };
    expect(await dev.refused(`${workflows}/check`, { method: 'POST', body })).toMatchObject({ status: 413 });
  });

  it('belong to tenant and domain; auditors read and check them, analysts do neither', async () => {
    const { tenant, dev } = await aDeveloper();
    await save(dev, { definition: scoring, publish: true });
    const unknown = (await dev.send(`${workflows}/none`)).text;
    const other = await aDeveloper();
    expect((await other.dev.send(`${workflows}/wf_pay`)).text).toBe(unknown);
    expect((await dev.send('/domains/corporate/workflows/wf_pay')).text).toBe(unknown);
    const audra = await signIn(service, tenant, 'audra');
    expect((await audra.get<'workflows.list'>(workflows)).workflows).toHaveLength(1);
    const body = { definition: scoring, publish: true };
    expect(await audra.refused(workflows, { method: 'POST', body })).toMatchObject({ status: 403 });
    const ana = await signIn(service, tenant, 'ana');
    expect(await ana.refused(workflows)).toMatchObject({ status: 403 });
  });

  describe('and the log of their executions', () => {
    it('tell what ran, when, with what in and out, and where it stands', async () => {
      const { tenant, dev, submit } = await aDeveloper();
      await save(dev, { definition: scoring, publish: true });
      const { executionId, status } = await submit({ amount: 500 });
      const execution = await dev.get<'executions.read'>(`/domains/retail/executions/${executionId}`);
      expect(execution).toMatchObject({
        workflowId: 'wf_pay@1',
        state: 'WAITING',
        nodeId: 'look',
        decision: 'manual',
        riskScore: 40,
        riskReasons: ['large'],
        caseNo: status.caseNo,
        failure: null,
        data: { customerId: 'c-1', amount: 500 },
        standing: { nodeId: 'look', dueAt: null, deliveryId: null },
      });
      expect(
        execution.steps.map(({ sequence, nodeId, nodeType, attempt }) => [
          sequence,
          nodeId,
          nodeType,
          attempt,
        ]),
      ).toEqual([
        [0, 'score', 'risk-score', 1],
        [1, 'look', 'decision', 1],
      ]);
      expect(execution.steps[0]).toMatchObject({
        input: { 'data.amount': 500 },
        output: { score: 40, reasons: ['large'] },
      });
      expect(execution.steps[1]).toMatchObject({
        input: { outcome: 'manual', riskScore: 40, reasons: ['large'] },
        output: {},
      });
      for (const { startedAt, finishedAt } of execution.steps) {
        expect(finishedAt).toBeGreaterThanOrEqual(startedAt);
      }
      const ana = await signIn(service, tenant, 'ana');
      const found = await ana.get<'cases.read'>(`/domains/retail/cases/${status.caseNo}`);
      const visits = found.timeline.filter(({ kind }) => kind === 'visit');
      expect(visits).toMatchObject([
        {
          nodeId: 'score',
          attempt: 1,
          input: execution.steps[0]!.input,
          output: { score: 40 },
          deliveryId: null,
        },
        { nodeId: 'look' },
      ]);
    });

    it('tell everybody who may read them the answers in words, and the raw data to some', async () => {
      const { tenant, dev, submit } = await aDeveloper();
      await save(dev, { definition: scoring, publish: true });
      const { executionId } = await submit({ amount: 500777 });
      const path = `/domains/retail/executions/${executionId}`;
      const whole = await dev.get<'executions.read'>(path);
      expect(whole).toMatchObject({ isRawOmitted: false, data: { amount: 500777 } });
      for (const name of ['root', 'audra']) {
        const reader = await signIn(service, tenant, name);
        expect(await reader.get<'executions.read'>(path)).toEqual(whole);
      }
      const ana = await signIn(service, tenant, 'ana');
      const { data: _, ...words } = whole;
      expect(await ana.get<'executions.read'>(path)).toEqual({
        ...words,
        isRawOmitted: true,
        steps: whole.steps.map(({ input: _input, output: _output, ...step }) => step),
      });
      expect((await ana.send(path)).text).not.toContain('500777');
      expect(words.steps).toMatchObject([
        {
          answer: { kind: 'riskScore', score: 40, base: 0, reasons: [{ reason: 'large', points: 40 }] },
          next: { nodeId: 'look', conditions: [], isOtherwise: true, isFailure: false, values: [] },
          failure: null,
        },
        { answer: { kind: 'decision', outcome: 'manual', groups: ['first-line'] }, next: null },
      ]);
    });

    it('tell why one failed, naming the node and the part of the expression, and never a value', async () => {
      const { dev, submit } = await aDeveloper();
      const reading = structuredClone(scoring);
      reading.nodes[0]!.rules![0]!.when = 'data.rates != null && data.rates.eur > 1';
      await save(dev, { definition: reading, publish: true });
      const failing = [
        await submit({ amount: 1, rates: { usd: 2 } }),
        await submit({ amount: 1, rates: { eur: 'much' } }),
      ];
      for (const { executionId, status } of failing) {
        expect(status).toMatchObject({ status: 'FAILED', caseStatus: '' });
        const { failure, steps } = await dev.get<'executions.read'>(
          `/domains/retail/executions/${executionId}`,
        );
        expect(failure?.nodeId).toBe('score');
        expect(failure?.reason).toContain('rule 1 (large)');
        expect(failure?.reason).toContain('eur');
        expect(failure?.reason).not.toContain('much');
        expect(steps).toMatchObject([{ nodeId: 'score', output: { failure: failure!.reason } }]);
      }
      expect((await submit({ amount: 1, rates: { eur: 2 } })).status).toMatchObject({
        caseStatus: 'UNASSIGNED',
      });
    });

    it('are found by state, workflow, customer and time, page by page, within their domain', async () => {
      const { dev, submit } = await aDeveloper();
      await save(dev, { definition: scoring, publish: true });
      await save(dev, { definition: decidingWorkflow('KYC_EVENT'), publish: true });
      await submit({ amount: 5 });
      await submit({ amount: 500, customerId: 'c-2' });
      await submit({ customerId: 'c-2' }, { eventType: 'KYC_EVENT' });
      const list = async (query: string, domain = 'retail') =>
        (await dev.get<'executions.list'>(`/domains/${domain}/executions?${query}`)).executions;
      const all = await list('');
      expect(all).toHaveLength(3);
      expect(await list('state=WAITING')).toHaveLength(1);
      expect(await list('customerId=c-2')).toHaveLength(2);
      expect(await list('workflowId=wf_pay')).toHaveLength(2);
      expect(await list('workflowId=wf_pay@1')).toHaveLength(2);
      expect(await list('workflowId=wf_pay@2')).toHaveLength(0);
      expect(await list(`from=${all[0]!.createdAt + 1}`)).toHaveLength(0);
      expect(await list(`to=${all[0]!.createdAt + 1}`)).toHaveLength(3);
      expect(await list('', 'corporate')).toEqual([]);
      const first = await dev.get<'executions.list'>('/domains/retail/executions?limit=2');
      const second = await list(`limit=2&cursor=${first.nextCursor}`);
      expect([...first.executions, ...second].map(({ executionId }) => executionId)).toEqual(
        all.map(({ executionId }) => executionId),
      );
      const other = await aDeveloper();
      const foreign = await other.dev.send(`/domains/retail/executions/${all[0]!.executionId}`);
      expect(foreign.text).toBe((await dev.send('/domains/retail/executions/none')).text);
    });
  });
});
