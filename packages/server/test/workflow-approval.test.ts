import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, person, signIn } from './support/console.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

const base = '/domains/retail/workflows';
const approval = `${base}/wf_pay/approval`;

function deciding(outcome: 'approve' | 'reject' | 'close') {
  return {
    id: 'wf_pay',
    name: 'Payment',
    eventType: 'TRANSACTION_EVENT',
    nodes: [{ id: 'end', type: 'decision', outcome }],
    edges: [{ from: 'start', to: 'end' }],
  };
}

describe.each(storyStores())('a workflow that another person publishes, %s', (store) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(store);
  });
  afterAll(() => service?.stop());

  async function aTeam(publishing: object | undefined = { secondApprover: true }, more: object = {}) {
    const users = [
      person('dev', ['developer']),
      person('eva', ['developer']),
      person('root', ['admin']),
      person('audra', ['auditor']),
    ];
    const tenant = aTenant({ users, workflows: [], publishing, ...more });
    await service.provision(tenant);
    const [dev, eva, root] = await Promise.all(
      ['dev', 'eva', 'root'].map((name) => signIn(service, tenant, name)),
    );
    return { tenant, dev: dev!, eva: eva!, root: root! };
  }

  const save = (who: Browser, definition: object, publish = false, domain = 'retail') =>
    who.post<'workflows.save'>(`/domains/${domain}/workflows`, { definition, publish });
  const read = (who: Browser) => who.get<'workflows.read'>(`${base}/wf_pay`);
  const request = async (who: Browser, note?: string) =>
    who.post<'workflows.askApproval'>(approval, { revision: (await read(who)).revision, note });
  const approve = (revision: string) => ({ path: `${approval}/approving`, body: { revision } });
  const post = (who: Browser, { path, body }: { path: string; body: object }) =>
    who.post<'workflows.approve'>(path, body);
  const refused = (who: Browser, { path, body }: { path: string; body: object }) =>
    who.refused(path, { method: 'POST', body });

  function actsOf({ id }: { id: string }) {
    return service.app.database.operator((tx) =>
      tx.sql<{ act: string; actor: string; detail: Record<string, unknown> }>(
        `select act, actor, detail from audit_event where tenant_id = $1 and act like 'workflow.%' order by event_id`,
        [id],
      ),
    );
  }

  it('is not published by who drew it, is by who approves that very revision, and both names stand in the record', async () => {
    const { tenant, dev, eva } = await aTeam();
    const body = { definition: deciding('approve'), publish: true };
    expect(await dev.refused(base, { method: 'POST', body })).toMatchObject({
      status: 409,
      code: 'APPROVAL_NEEDED',
    });
    expect(await dev.refused(`${base}/wf_pay`)).toMatchObject({ status: 404 });
    const saved = await save(dev, deciding('approve'));
    expect(saved).toMatchObject({ needsApproval: true, approval: null, draftAuthors: ['dev@example.test'] });
    const requested = await request(dev, 'lets everything through');
    expect(requested).toMatchObject({
      publishedVersion: null,
      revision: saved.revision,
      approval: {
        state: 'asked',
        revision: saved.revision,
        askedBy: 'dev@example.test',
        note: 'lets everything through',
      },
    });
    const granting = approve(requested.revision);
    expect(await refused(dev, granting)).toMatchObject({ status: 403, code: 'OWN_WORK' });
    expect(await refused(eva, approve('0'.repeat(64)))).toMatchObject({ status: 409, code: 'REVISION_GONE' });
    expect(await post(eva, granting)).toMatchObject({
      publishedVersion: 1,
      publishedBy: { kind: 'user', id: 'eva@example.test' },
      draftDiffers: false,
      draftAuthors: [],
      approval: null,
    });
    expect((await read(dev)).versions).toMatchObject([
      { version: 1, publishedBy: { id: 'eva@example.test' }, askedBy: 'dev@example.test' },
    ]);
    expect(await refused(eva, granting)).toMatchObject({ status: 409, code: 'MOVE_REFUSED' });
    // What is published already needs nobody.
    expect((await save(dev, deciding('approve'), true)).changes).toEqual([]);
    const actions = await actsOf(tenant);
    expect(actions.map(({ act, actor }) => [act, actor])).toEqual([
      ['workflow.save', 'dev@example.test'],
      ['workflow.ask_approval', 'dev@example.test'],
      ['workflow.publish', 'eva@example.test'],
    ]);
    expect(actions[2]!.detail).toMatchObject({ askedBy: 'dev@example.test', drawnBy: ['dev@example.test'] });
  });

  it('is published again by another person where a workflow replaced it', async () => {
    const { tenant, dev, eva } = await aTeam();
    await save(dev, deciding('approve'));
    await post(eva, approve((await request(dev)).revision));
    const refusal = { path: approval, body: { revision: (await read(dev)).revision } };
    expect(await refused(dev, refusal)).toMatchObject({ code: 'MOVE_REFUSED' });

    const other = { ...deciding('reject'), id: 'wf_other' };
    const { revision: ofOther } = await save(dev, other);
    await dev.post<'workflows.askApproval'>(`${base}/wf_other/approval`, { revision: ofOther });
    await post(eva, { path: `${base}/wf_other/approval/approving`, body: { revision: ofOther } });
    expect(await read(dev)).toMatchObject({ startsInstead: { workflowId: 'wf_other' } });

    const body = { definition: deciding('approve'), publish: true, republish: true };
    expect(await dev.refused(base, { method: 'POST', body })).toMatchObject({ code: 'APPROVAL_NEEDED' });
    const { revision } = await request(dev);
    expect(await refused(dev, approve(revision))).toMatchObject({ status: 403, code: 'OWN_WORK' });
    expect(await post(eva, approve(revision))).toMatchObject({
      publishedVersion: 2,
      startsInstead: null,
      approval: null,
    });
    expect((await actsOf(tenant)).slice(-2).map(({ act, actor }) => [act, actor])).toEqual([
      ['workflow.ask_approval', 'dev@example.test'],
      ['workflow.publish', 'eva@example.test'],
    ]);
  });

  it('is approved by nobody who drew a part of it, whoever asked', async () => {
    const { dev, eva, root } = await aTeam();
    await save(dev, deciding('approve'));
    await save(eva, deciding('reject'));
    const { revision } = await request(root);
    for (const author of [dev, eva, root]) {
      expect(await refused(author, approve(revision))).toMatchObject({ status: 403, code: 'OWN_WORK' });
    }
    expect((await read(root)).draftAuthors.toSorted()).toEqual(['dev@example.test', 'eva@example.test']);
  });

  it('is asked for anew after an edit, whatever the edit was', async () => {
    const { tenant, dev, eva } = await aTeam();
    await save(dev, deciding('approve'));
    const { revision } = await request(dev);
    // The same content is no edit.
    expect((await save(dev, deciding('approve'))).approval).toMatchObject({ state: 'asked' });
    await save(dev, { ...deciding('approve'), nodes: [{ id: 'end', type: 'wait' }] });
    expect(await read(dev)).toMatchObject({ approval: null, publishedVersion: null });
    expect(await refused(eva, approve(revision))).toMatchObject({ status: 409, code: 'MOVE_REFUSED' });
    // Unfinished as it is, nobody can be asked to publish it.
    const { revision: unfinished } = await read(dev);
    expect(await refused(dev, { path: approval, body: { revision: unfinished } })).toMatchObject({
      status: 422,
      code: 'DEFINITION_FAULTS',
    });
    expect(await refused(dev, { path: approval, body: { revision } })).toMatchObject({
      code: 'REVISION_GONE',
    });
    expect((await actsOf(tenant)).map(({ act }) => act)).toEqual([
      'workflow.save',
      'workflow.ask_approval',
      'workflow.save',
      'workflow.withdraw_approval',
    ]);
  });

  it('is sent back with a reason that stays until it is asked for again, or is taken back', async () => {
    const { tenant, dev, eva } = await aTeam();
    await save(dev, deciding('reject'));
    const { revision } = await request(dev);
    const returning = { path: `${approval}/returning`, body: { revision, reason: 'rejects everybody' } };
    expect(await refused(dev, returning)).toMatchObject({ status: 403, code: 'OWN_WORK' });
    const returned = {
      state: 'returned',
      returnedBy: 'eva@example.test',
      reason: 'rejects everybody',
    };
    expect((await post(eva, returning)).approval).toMatchObject(returned);
    expect(await refused(eva, approve(revision))).toMatchObject({ code: 'MOVE_REFUSED' });
    expect((await save(dev, deciding('close'))).approval).toMatchObject(returned);
    expect((await request(dev)).approval).toMatchObject({ state: 'asked', reason: null });
    const withdrawn = await dev.send(approval, { method: 'DELETE' });
    expect(JSON.parse(withdrawn.text)).toMatchObject({ approval: null });
    expect(await dev.refused(approval, { method: 'DELETE' })).toMatchObject({ code: 'MOVE_REFUSED' });
    expect((await actsOf(tenant)).map(({ act }) => act)).toEqual([
      'workflow.save',
      'workflow.ask_approval',
      'workflow.return',
      'workflow.save',
      'workflow.ask_approval',
      'workflow.withdraw_approval',
    ]);
  });

  it('is never published as something that nobody looked at, however edits and approvals meet', async () => {
    const { dev, eva, root } = await aTeam();
    for (let round = 0; round < 6; round++) {
      const shown = { ...deciding('approve'), description: `shown ${round}` };
      const slipped = { ...deciding('reject'), description: `slipped ${round}` };
      await save(dev, shown);
      const { revision } = await request(dev);
      const [edit, ...approvals] = await Promise.all([
        dev.send(base, { method: 'POST', body: { definition: slipped, publish: false } }),
        eva.send(`${approval}/approving`, { method: 'POST', body: { revision } }),
        root.send(`${approval}/approving`, { method: 'POST', body: { revision } }),
      ]);
      expect(edit.status).toBe(200);
      const granted = approvals.filter(({ status }) => status === 200);
      expect(granted.length).toBeLessThanOrEqual(1);
      expect(approvals.filter(({ status }) => status !== 200).map(({ status }) => status)).toEqual(
        granted.length === 1 ? [409] : [409, 409],
      );
      const { versions } = await read(dev);
      for (const { version } of versions) {
        const { definition } = await dev.get<'workflows.readVersion'>(`${base}/wf_pay/versions/${version}`);
        expect(definition['description']).toMatch(/^shown/);
      }
    }
  });

  it('is saved over by nobody who has not seen what a colleague saved meanwhile', async () => {
    const { dev, eva } = await aTeam();
    const { revision } = await save(dev, deciding('approve'));
    const body = { definition: deciding('reject'), publish: false, expectedRevision: null };
    expect(await refused(eva, { path: base, body })).toMatchObject({ status: 409, code: 'REVISION_GONE' });
    const seen = { ...body, expectedRevision: revision };
    await eva.post<'workflows.save'>(base, seen);
    expect(await refused(dev, { path: base, body: seen })).toMatchObject({ code: 'REVISION_GONE' });
  });

  it('is asked for once, however many ask at the same time', async () => {
    const { dev, eva, root } = await aTeam();
    await save(dev, deciding('approve'));
    const { revision } = await read(dev);
    const requested = await Promise.all(
      [dev, eva, root].map((who) => who.send(approval, { method: 'POST', body: { revision } })),
    );
    expect(requested.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409', '409']);
  });

  it('may be asked for everywhere, and is needed where the tenant file says', async () => {
    const { dev, eva } = await aTeam({ secondApprover: true, domains: ['corporate'], workflows: ['wf_pay'] });
    expect(await save(dev, deciding('close'), true)).toMatchObject({
      needsApproval: false,
      publishedVersion: 1,
    });
    const corporate = '/domains/corporate/workflows';
    const body = { definition: deciding('close'), publish: true };
    expect(await dev.refused(corporate, { method: 'POST', body })).toMatchObject({ code: 'APPROVAL_NEEDED' });
    const other = { ...deciding('close'), id: 'wf_other' };
    expect(await save(dev, other, true, 'corporate')).toMatchObject({ needsApproval: false });
    await save(dev, deciding('approve'));
    const { revision } = await request(dev);
    expect(await post(eva, approve(revision))).toMatchObject({ publishedVersion: 2 });
    const none = await aTeam({ secondApprover: false });
    expect(await save(none.dev, deciding('close'), true)).toMatchObject({ publishedVersion: 1 });
  });

  it('is needed by itself where the file calls the tenant production and two people may publish', async () => {
    const stated = { environment: 'production', publishing: undefined };
    const { dev, eva } = await aTeam(undefined, stated);
    const body = { definition: deciding('close'), publish: true };
    expect(await dev.refused(base, { method: 'POST', body })).toMatchObject({ code: 'APPROVAL_NEEDED' });
    await save(dev, deciding('close'));
    const { secondApprover } = await dev.get<'workflows.vocabulary'>('/domains/retail/workflow-vocabulary');
    expect(secondApprover).toBe(true);
    const { revision } = await request(dev);
    expect(await post(eva, approve(revision))).toMatchObject({ publishedVersion: 1 });
    // A file that says what it wants, one that leaves the default of the environment, and a tenant for tests.
    for (const more of [
      { ...stated, publishing: { secondApprover: false } },
      { publishing: undefined },
      { environment: 'test', publishing: undefined },
    ]) {
      const alone = await aTeam(undefined, more);
      expect(await save(alone.dev, deciding('close'), true)).toMatchObject({ publishedVersion: 1 });
    }
  });

  it('is published by the only person who may, in a tenant that its file calls production', async () => {
    const users = [person('dev', ['developer']), person('audra', ['auditor'])];
    const tenant = aTenant({ users, workflows: [], environment: 'production' });
    const first = await service.provision(tenant);
    expect(first.notices).toEqual([expect.stringMatching(/one person may publish a workflow alone/)]);
    const dev = await signIn(service, tenant, 'dev');
    expect(await save(dev, deciding('close'), true)).toMatchObject({ publishedVersion: 1 });
    // A second person comes: the default counts, and the file's applier is told.
    const two = { ...tenant, users: [...users, person('eva', ['admin'])] };
    expect((await service.provision(two)).notices).toEqual([
      expect.stringMatching(
        /publishing in the console needs approval by a second person.* 2 people may publish; publishing: \{ secondApprover: false \}/,
      ),
    ]);
    expect((await service.provision(two)).notices).toEqual([]);
    const body = { definition: deciding('approve'), publish: true };
    expect(await dev.refused(base, { method: 'POST', body })).toMatchObject({ code: 'APPROVAL_NEEDED' });
  });

  it('is published by a tenant file all the same, which ends what was asked for and stands in the record', async () => {
    const { tenant, dev, eva } = await aTeam();
    await save(dev, deciding('reject'));
    const { revision } = await request(dev);
    const workflows = [{ domain: 'retail', workflow: deciding('close') }];
    await service.provision({ ...tenant, workflows });
    expect(await read(dev)).toMatchObject({ approval: null, publishedVersion: 1, draftAuthors: [] });
    expect(await refused(eva, approve(revision))).toMatchObject({ code: 'MOVE_REFUSED' });
    const actions = await actsOf(tenant);
    expect(actions.slice(2)).toMatchObject([
      { act: 'workflow.save', actor: 'provision' },
      { act: 'workflow.withdraw_approval', actor: 'provision', detail: { askedBy: 'dev@example.test' } },
      { act: 'workflow.publish', actor: 'provision', detail: { withoutApproval: true } },
    ]);
    expect((await service.provision({ ...tenant, workflows })).changes).toEqual([]);
  });

  it('is refused with what is wrong where something that it needs went away meanwhile', async () => {
    const webhooks = [{ id: 'wh_crm', name: 'CRM', url: 'https://crm.example.test/hook' }];
    const { dev, eva } = await aTeam({ secondApprover: true }, { webhooks });
    await save(dev, {
      ...deciding('approve'),
      nodes: [
        { id: 'tell', type: 'webhook', webhook: 'wh_crm' },
        { id: 'end', type: 'decision', outcome: 'approve' },
      ],
      edges: [
        { from: 'start', to: 'tell' },
        { from: 'tell', to: 'end' },
      ],
    });
    const { revision } = await request(dev);
    expect((await eva.send('/webhooks/wh_crm?expectedVersion=1', { method: 'DELETE' })).status).toBeLessThan(
      300,
    );
    const { code, faults } = await refused(eva, approve(revision));
    expect([code, faults?.[0]?.node]).toEqual(['DEFINITION_FAULTS', 'tell']);
    expect((await read(dev)).publishedVersion).toBeNull();
  });

  it('is neither asked for nor approved by who may only read', async () => {
    const { tenant, dev } = await aTeam();
    await save(dev, deciding('approve'));
    const { revision } = await request(dev);
    const audra = await signIn(service, tenant, 'audra');
    expect((await read(audra)).approval).toMatchObject({ state: 'asked' });
    expect(await refused(audra, approve(revision))).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  });
});
