import type { CaseDetail, CaseSummary, CaseTransitionName } from '@gatehouse/contract';
import type { GatehouseClient } from '@gatehouse/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, person, signIn } from './support/console.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant, decidingWorkflow } from './support/tenants.ts';

const cases = '/domains/retail/cases';

describe.each(storyStores())('a review over the console, %s', (store) => {
  let service: TestService;
  let retail: GatehouseClient;
  let ana: Browser;
  let amy: Browser;
  let ben: Browser;
  let boss: Browser;
  let olga: Browser;
  const tenant = aTenant({
    users: [
      person('ana', ['analyst'], ['first-line']),
      person('amy', ['analyst'], ['first-line']),
      person('ben', ['analyst'], ['compliance']),
      person('boss', ['admin']),
      person('olga', ['auditor'], ['first-line']),
    ],
    watchlist: [
      { id: 'w1', name: 'Wilhelmina Thornapple', dateOfBirth: '1980' },
      { id: 'w2', name: 'Wilhelmina Thornapple' },
    ],
  });

  beforeAll(async () => {
    service = await startTestService(store);
    await service.provision(tenant);
    retail = service.client({ ...tenant.key, domain: 'retail' });
    ana = await signIn(service, tenant, 'ana');
    amy = await signIn(service, tenant, 'amy');
    ben = await signIn(service, tenant, 'ben');
    boss = await signIn(service, tenant, 'boss');
    olga = await signIn(service, tenant, 'olga');
  });
  afterAll(() => service?.stop());

  /** Submits the listed name for a customer and answers what the caller then reads. */
  async function submit(customerId: string) {
    const data = { customerId, name: 'Wilhelmina Thornapple', customerType: 'individual' } as const;
    const { executionId } = await retail.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data });
    await service.drain();
    const status = (await retail.workflow.status(executionId))!;
    return { executionId, caseNo: status.caseNo, caseStatus: status.caseStatus };
  }

  const read = (who: Browser, caseNo: string) => who.get<'cases.read'>(`${cases}/${caseNo}`);

  /** Acts on the case as it is now. */
  async function act(
    who: Browser,
    caseNo: string,
    move: CaseTransitionName,
    more: { reason?: string; assignee?: string } = {},
  ): Promise<CaseSummary> {
    const { revision } = await read(who, caseNo);
    return who.post<'cases.move'>(`${cases}/${caseNo}/moves`, { move, expectedRevision: revision, ...more });
  }

  async function refusal(
    who: Browser,
    caseNo: string,
    request: { move: CaseTransitionName; reason?: string; assignee?: string; expectedRevision?: number },
  ) {
    const expectedRevision = (await read(who, caseNo)).revision;
    return who.refused(`${cases}/${caseNo}/moves`, {
      method: 'POST',
      body: { expectedRevision, ...request },
    });
  }

  function allowed(detail: CaseDetail): string[] {
    return detail.moves.filter((move) => move.allowed).map(({ move }) => move);
  }

  it('goes through both groups, and its rulings silence the next screening of that customer alone', async () => {
    const { executionId, caseNo, caseStatus } = await submit('full');
    expect(caseStatus).toBe('UNASSIGNED');
    const opened = await read(ana, caseNo);
    expect(opened).toMatchObject({ status: 'UNASSIGNED', group: 'first-line', riskScore: 60, revision: 1 });
    expect(opened.subject).toMatchObject({ name: 'Wilhelmina Thornapple' });
    expect(opened.riskReasons).toEqual(['list hit']);
    expect(opened.alerts.map(({ entityId, silenced, ruling }) => ({ entityId, silenced, ruling }))).toEqual([
      { entityId: 'watchlist:w1', silenced: false, ruling: null },
      { entityId: 'watchlist:w2', silenced: false, ruling: null },
    ]);
    expect(allowed(opened)).toEqual(['claim']);
    expect(await act(ana, caseNo, 'claim')).toMatchObject({
      status: 'UNDER_REVIEW',
      assignee: 'ana@example.test',
    });

    for (const { alertId } of opened.alerts) {
      const ruled = await ana.post<'cases.rule'>(`${cases}/${caseNo}/alerts/${alertId}/rulings`, {
        ruling: 'FALSE_POSITIVE',
        reason: 'another passport number',
      });
      expect(ruled).toMatchObject({ ruling: 'FALSE_POSITIVE', revision: 1 });
    }
    const passedOn = await act(ana, caseNo, 'approve', { reason: 'not the listed person' });
    expect(passedOn).toMatchObject({ status: 'OTHER_GROUP', group: 'compliance', assignee: null });
    expect(await retail.workflow.status(executionId)).toMatchObject({
      status: 'WAITING',
      caseStatus: 'OTHER_GROUP',
    });

    expect(allowed(await read(ana, caseNo))).toEqual([]);
    await act(ben, caseNo, 'claim');
    const approved = await act(ben, caseNo, 'approve', { reason: 'agreed' });
    expect(approved).toMatchObject({ status: 'APPROVED', assignee: 'ben@example.test', group: 'compliance' });
    const onTheWire = (await retail.workflow.status(executionId))!;
    expect(onTheWire).toMatchObject({ status: 'COMPLETED', caseStatus: 'APPROVED', riskScore: 60 });
    expect(onTheWire.resolvedAt).toBe(approved.resolvedAt);

    expect(await submit('full')).toMatchObject({ caseStatus: 'APPROVED' });
    expect(await submit('somebody-else')).toMatchObject({ caseStatus: 'UNASSIGNED' });
  });

  it('reads as its history: every act with who, when and why, among what the nodes did', async () => {
    const { caseNo } = await submit('history');
    await act(ana, caseNo, 'claim');
    const { alerts } = await read(ana, caseNo);
    await ana.post(`${cases}/${caseNo}/alerts/${alerts[0]!.alertId}/rulings`, {
      ruling: 'TRUE_MATCH',
      reason: 'the same person',
    });
    await act(ana, caseNo, 'reject', { reason: 'listed' });
    const { timeline, moves, mayRule } = await read(olga, caseNo);
    const stated = timeline.map((entry) =>
      entry.kind === 'visit' ? entry.nodeId : `${entry.act} ${entry.actor.kind}`,
    );
    expect(stated.filter((entry) => !entry.endsWith('system'))).toEqual([
      'execution.submit api_key',
      'screen',
      'score',
      'decide',
      'case.claim user',
      'case.rule user',
      'execution.complete user',
      'case.reject user',
    ]);
    expect(timeline.at(-1)).toMatchObject({
      act: 'case.reject',
      actor: { id: 'ana@example.test' },
      detail: { from: 'UNDER_REVIEW', to: 'REJECTED', group: 'first-line', reason: 'listed', revision: 3 },
    });
    expect(moves.every((move) => !move.allowed)).toBe(true);
    expect(mayRule).toBe(false);
  });

  it('ends at once when the first group rejects, and starts anew with the next submit', async () => {
    const { executionId, caseNo } = await submit('rejected');
    await act(ana, caseNo, 'claim');
    expect(await act(ana, caseNo, 'reject', { reason: 'listed' })).toMatchObject({ status: 'REJECTED' });
    expect(await retail.workflow.status(executionId)).toMatchObject({
      status: 'COMPLETED',
      caseStatus: 'REJECTED',
    });
    expect(await refusal(ana, caseNo, { move: 'approve', reason: 'or not' })).toMatchObject({
      status: 409,
      code: 'MOVE_REFUSED',
    });
    expect((await submit('rejected')).caseNo).not.toBe(caseNo);
  });

  it('is returned for rework and resumed', async () => {
    const { executionId, caseNo } = await submit('returned');
    await act(ana, caseNo, 'claim');
    await act(ana, caseNo, 'approve', { reason: 'fine' });
    await act(ben, caseNo, 'claim');
    expect(await act(ben, caseNo, 'return', { reason: 'no evidence of address' })).toMatchObject({
      status: 'RETURNED',
      group: 'first-line',
      assignee: null,
    });
    expect((await retail.workflow.status(executionId))?.caseStatus).toBe('RETURNED');
    expect(await refusal(ben, caseNo, { move: 'resume' })).toMatchObject({
      status: 403,
      message: 'only members of first-line can do this',
    });
    expect(await act(amy, caseNo, 'resume')).toMatchObject({
      status: 'UNDER_REVIEW',
      assignee: 'amy@example.test',
    });
    expect(await act(amy, caseNo, 'release')).toMatchObject({ status: 'UNASSIGNED', assignee: null });
  });

  it('lets one of two people through and tells the other how the case stands', async () => {
    const { caseNo } = await submit('contended');
    const claim = { method: 'POST', body: { move: 'claim', expectedRevision: 1 } };
    const answers = await Promise.all([ana, amy].map((who) => who.send(`${cases}/${caseNo}/moves`, claim)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const lost = JSON.parse(answers.find(({ status }) => status === 409)!.text);
    const { assignee } = await read(ana, caseNo);
    expect(lost).toMatchObject({
      code: 'REVISION_CONFLICT',
      current: { status: 'UNDER_REVIEW', revision: 2, assignee },
    });
    expect(lost.message).toContain(assignee);
  });

  it('is nobody else’s while somebody has it, but an admin may release and assign it', async () => {
    const { caseNo } = await submit('held');
    await act(ana, caseNo, 'claim');
    const { alerts } = await read(ana, caseNo);
    for (const other of [amy, boss]) {
      expect(await refusal(other, caseNo, { move: 'approve', reason: 'fine' })).toMatchObject({
        status: 403,
        code: 'FORBIDDEN',
        message: 'the case is assigned to ana@example.test',
      });
      const ruling = { ruling: 'FALSE_POSITIVE', reason: 'no' };
      expect(
        await other.refused(`${cases}/${caseNo}/alerts/${alerts[0]!.alertId}/rulings`, {
          method: 'POST',
          body: ruling,
        }),
      ).toMatchObject({ status: 403 });
    }
    await act(boss, caseNo, 'release');
    expect(await refusal(boss, caseNo, { move: 'assign' })).toMatchObject({ status: 422, field: 'assignee' });
    expect(await refusal(boss, caseNo, { move: 'assign', assignee: 'ben@example.test' })).toMatchObject({
      status: 422,
      field: 'assignee',
    });
    expect(await act(boss, caseNo, 'assign', { assignee: 'Amy@example.test' })).toMatchObject({
      status: 'UNDER_REVIEW',
      assignee: 'amy@example.test',
    });
  });

  it('wants a reason for what ends it, and keeps nothing of a refused act', async () => {
    const { caseNo } = await submit('reasons');
    const before = await act(ana, caseNo, 'claim');
    expect(await refusal(ana, caseNo, { move: 'reject', reason: '  ' })).toMatchObject({
      status: 422,
      code: 'INVALID',
      field: 'reason',
    });
    const { timeline, ...after } = await read(ana, caseNo);
    expect(after).toMatchObject(before);
    expect(timeline.filter((entry) => entry.kind === 'act' && entry.act.startsWith('case.'))).toHaveLength(1);
  });

  it('takes a ruling back with a later one, also once the case is resolved', async () => {
    const { caseNo } = await submit('regretted');
    await act(ana, caseNo, 'claim');
    const { alerts } = await read(ana, caseNo);
    const rule = (ruling: string) =>
      Promise.all(
        alerts.map(({ alertId }) =>
          ana.post(`${cases}/${caseNo}/alerts/${alertId}/rulings`, { ruling, reason: 'as far as I see' }),
        ),
      );
    await rule('FALSE_POSITIVE');
    await act(ana, caseNo, 'close', { reason: 'no decision' });
    expect(await submit('regretted')).toMatchObject({ caseStatus: 'APPROVED' });
    await rule('UNDECIDED');
    expect(await submit('regretted')).toMatchObject({ caseStatus: 'UNASSIGNED' });
    const { rulings } = await olga.get<'rulings.list'>('/domains/retail/customers/regretted/rulings');
    expect(rulings.map(({ ruling, revision }) => `${revision} ${ruling}`)).toEqual([
      ...['2 UNDECIDED', '2 UNDECIDED'],
      ...['1 FALSE_POSITIVE', '1 FALSE_POSITIVE'],
    ]);
    expect(rulings[0]).toMatchObject({ ruledBy: 'ana@example.test', caseNo, reason: 'as far as I see' });
  });

  it('cannot be cancelled while its wire value is not configured, and says so on the button', async () => {
    const { caseNo } = await submit('not-cancelled');
    const { moves } = await read(boss, caseNo);
    expect(moves.find(({ move }) => move === 'cancel')).toMatchObject({
      allowed: false,
      refusal: expect.stringContaining('GATEHOUSE_CANCELLED_STATUS'),
    });
    expect(await refusal(boss, caseNo, { move: 'cancel', reason: 'sent twice' })).toMatchObject({
      status: 409,
      code: 'MOVE_REFUSED',
    });
  });

  it('gives people who ask for the next case different ones, the highest risk and then the oldest first', async () => {
    const workers = aTenant({ users: tenant['users'] });
    await service.provision(workers);
    const client = service.client({ ...workers.key, domain: 'retail' });
    const open = async (customerId: string, countryOfResidence?: string) => {
      await client.workflow.submit({
        eventType: 'MANUAL_CASE_EVENT',
        data: {
          customerId,
          name: 'Osama bin Laden',
          customerType: 'individual',
          ...(countryOfResidence === undefined ? {} : { countryOfResidence }),
        },
      });
      await service.drain();
    };
    await open('n-1');
    await open('n-2');
    await open('n-3', 'IR');
    const [first, second] = await Promise.all(['ana', 'amy'].map((name) => signIn(service, workers, name)));
    const taken = [
      await first!.post<'cases.next'>(`${cases}/next`),
      ...(await Promise.all([first!, second!].map((who) => who.post<'cases.next'>(`${cases}/next`)))),
    ].map((answer) => answer.case);
    expect(taken[0]).toMatchObject({
      customerId: 'n-3',
      status: 'UNDER_REVIEW',
      assignee: 'ana@example.test',
    });
    expect(new Set(taken.slice(1).map((one) => one?.customerId))).toEqual(new Set(['n-1', 'n-2']));
    expect(await first!.post(`${cases}/next`)).toEqual({ case: null });
  });
});

describe.each(storyStores())('cancelling a case where its wire value is configured, %s', (store) => {
  it('ends case and execution together', async () => {
    const service = await startTestService(store, { GATEHOUSE_CANCELLED_STATUS: 'STORY_CANCELLED' });
    try {
      const tenant = aTenant({
        users: [person('ana', ['analyst'], ['first-line'])],
        workflows: [{ domain: 'retail', workflow: decidingWorkflow('KYC_EVENT', 'manual') }],
      });
      await service.provision(tenant);
      const client = service.client({ ...tenant.key, domain: 'retail' });
      const { executionId } = await client.workflow.submit({
        eventType: 'KYC_EVENT',
        data: { customerId: 'c-1' },
      });
      await service.drain();
      const ana = await signIn(service, tenant, 'ana');
      const body = { move: 'cancel', expectedRevision: 1, reason: 'sent twice' };
      expect(await ana.post(`${cases}/C000001/moves`, body)).toMatchObject({
        status: 'CLOSED',
        assignee: null,
      });
      expect(await client.workflow.status(executionId)).toMatchObject({
        status: 'STORY_CANCELLED',
        caseStatus: 'CLOSED',
      });
    } finally {
      await service.stop();
    }
  });
});
