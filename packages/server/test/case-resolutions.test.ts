import type { CaseTransitionName } from '@gatehouse/contract';
import type { GatehouseClient } from '@gatehouse/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, person, signIn } from './support/console.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

const cases = '/domains/retail/cases';

describe.each(storyStores())('the resolution of a case with hits, %s', (store) => {
  let service: TestService;
  let retail: GatehouseClient;
  let ana: Browser;
  let ben: Browser;
  let boss: Browser;
  const tenant = aTenant({
    users: [
      person('ana', ['analyst'], ['first-line']),
      person('ben', ['analyst'], ['compliance']),
      person('boss', ['admin']),
    ],
    watchlist: [{ id: 'w1', name: 'Wilhelmina Thornapple', dateOfBirth: '1980' }],
  });

  beforeAll(async () => {
    service = await startTestService(store);
    await service.provision(tenant);
    retail = service.client({ ...tenant.key, domain: 'retail' });
    [ana, ben, boss] = (await Promise.all(
      ['ana', 'ben', 'boss'].map((name) => signIn(service, tenant, name)),
    )) as [Browser, Browser, Browser];
  });
  afterAll(() => service?.stop());

  async function submit(customerId: string, name: string, dateOfBirth = '1980') {
    const data = { customerId, name, customerType: 'individual', dateOfBirth } as const;
    const { executionId } = await retail.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data });
    await service.drain();
    return (await retail.workflow.status(executionId))!.caseNo;
  }

  const read = (caseNo: string) => boss.get<'cases.read'>(`${cases}/${caseNo}`);

  async function request(caseNo: string, move: CaseTransitionName, reason = '') {
    const { revision } = await read(caseNo);
    return { move, expectedRevision: revision, ...(reason === '' ? {} : { reason }) };
  }
  const action = async (who: Browser, caseNo: string, move: CaseTransitionName, reason?: string) =>
    who.post<'cases.move'>(`${cases}/${caseNo}/moves`, await request(caseNo, move, reason));
  const refusal = async (who: Browser, caseNo: string, move: CaseTransitionName, reason?: string) =>
    who.refused(`${cases}/${caseNo}/moves`, { method: 'POST', body: await request(caseNo, move, reason) });
  const ruling = (caseNo: string, alertId: string) => `${cases}/${caseNo}/alerts/${alertId}/rulings`;

  async function ruleAll(who: Browser, caseNo: string, word: 'TRUE_MATCH' | 'FALSE_POSITIVE') {
    for (const { alertId } of (await read(caseNo)).alerts) {
      await who.post(ruling(caseNo, alertId), { ruling: word, reason: 'by the passport that was seen' });
    }
  }

  /** Reasons that the first hit bears out. */
  async function reasonsOf(caseNo: string) {
    const [alert] = (await read(caseNo)).alerts;
    return (await boss.get<'cases.entity'>(`${cases}/${caseNo}/alerts/${alert!.alertId}/entity`)).reasons;
  }

  /** What the case says of a move to whoever reads it. */
  const offered = async (who: Browser, caseNo: string, name: CaseTransitionName) =>
    (await who.get<'cases.read'>(`${cases}/${caseNo}`)).moves.find(({ move }) => move === name)!;

  it('is free to pass on, and refused by name while a hit is not ruled on', async () => {
    const caseNo = await submit('open', 'Wilhelmina Thornapple');
    expect(await refusal(ana, caseNo, 'approve', 'Reviewed by this group')).toMatchObject({
      code: 'MOVE_REFUSED',
      message:
        'the case is unassigned; this is possible only while it is under review, returned or escalated',
    });
    await action(ana, caseNo, 'claim');
    expect(await offered(ana, caseNo, 'approve')).toMatchObject({
      allowed: true,
      effect: 'passOn',
      reasons: ['Reviewed by this group'],
    });
    await action(ana, caseNo, 'approve', 'Reviewed by this group');
    await action(ben, caseNo, 'claim');
    for (const move of ['approve', 'close'] as const) {
      expect(await refusal(ben, caseNo, move, 'No true match among the hits')).toMatchObject({
        status: 409,
        code: 'MOVE_REFUSED',
        message: expect.stringContaining('1 hit is not ruled on: Wilhelmina Thornapple (for the customer)'),
      });
      expect(await offered(ben, caseNo, move)).toMatchObject({ allowed: false, effect: 'conclude' });
    }
    const { alerts } = await read(caseNo);
    const undecided = { ruling: 'UNDECIDED', reason: 'more papers are needed' };
    await ben.post(ruling(caseNo, alerts[0]!.alertId), undecided);
    expect(await refusal(ben, caseNo, 'approve', 'as I see it')).toMatchObject({ code: 'MOVE_REFUSED' });
    await ruleAll(ben, caseNo, 'FALSE_POSITIVE');
    expect((await offered(ben, caseNo, 'approve')).reasons).toContain('No true match among the hits');
    expect(await action(ben, caseNo, 'approve', 'No true match among the hits')).toMatchObject({
      status: 'APPROVED',
    });
  });

  it('is rejected without a ruling, but not for a match that nobody confirmed', async () => {
    const caseNo = await submit('rejected', 'Wilhelmina Thornapple');
    await action(ana, caseNo, 'claim');
    const reason = 'True match with a sanctioned party';
    expect(await refusal(ana, caseNo, 'reject', reason)).toMatchObject({ status: 422, field: 'reason' });
    expect(await action(ana, caseNo, 'reject', 'Risk is not acceptable')).toMatchObject({
      status: 'REJECTED',
    });
  });

  it('in spite of a true match takes own words, which are no reason that is often given', async () => {
    const caseNo = await submit('words', 'Wilhelmina Thornapple');
    await action(boss, caseNo, 'claim');
    await ruleAll(boss, caseNo, 'TRUE_MATCH');
    await action(boss, caseNo, 'approve', 'for compliance to decide');
    await action(ben, caseNo, 'claim');
    expect(await offered(ben, caseNo, 'approve')).toMatchObject({ ownWords: true, reasons: [] });
    for (const reason of ['No true match among the hits', 'Reviewed; risk is acceptable', 'fine']) {
      expect(await refusal(ben, caseNo, 'approve', reason), reason).toMatchObject({
        status: 422,
        code: 'INVALID',
        field: 'reason',
        message: expect.stringContaining('Wilhelmina Thornapple'),
      });
    }
    expect(await action(ben, caseNo, 'approve', 'Her source of wealth was proved by deeds')).toMatchObject({
      status: 'APPROVED',
    });
  });

  it('in spite of a true match on a sanctions list takes two people in their own words', async () => {
    const caseNo = await submit('listed', 'Osama bin Laden', '1957');
    await action(ana, caseNo, 'claim');
    await ruleAll(ana, caseNo, 'TRUE_MATCH');
    expect((await offered(ana, caseNo, 'approve')).reasons).toEqual([
      'True match with a sanctioned party',
      'Reviewed by this group',
    ]);
    await action(ana, caseNo, 'approve', 'True match with a sanctioned party');
    await action(ben, caseNo, 'claim');
    const first = 'A licence of the treasury covers this payment';
    expect(await action(ben, caseNo, 'approve', first)).toMatchObject({
      status: 'OTHER_GROUP',
      group: 'compliance',
      proposal: { decision: 'approve', by: 'ben@example.test', reason: first },
    });
    expect(await refusal(ben, caseNo, 'approve', 'and still it does, as I said')).toMatchObject({
      status: 403,
    });
    expect(await refusal(boss, caseNo, 'approve', ` ${first}. `)).toMatchObject({
      status: 422,
      field: 'reason',
    });
    const second = 'I checked the licence and its dates myself';
    expect(await action(boss, caseNo, 'approve', second)).toMatchObject({ status: 'APPROVED' });
    const { timeline, alerts, subjects } = await read(caseNo);
    const keyOf = (index: number) => subjects.find(({ subjectIndex }) => subjectIndex === index)!.key;
    const keys = [
      ...new Set(alerts.map(({ subjectIndex, entityId }) => `${keyOf(subjectIndex)} ${entityId}`)),
    ];
    expect(timeline.at(-1)).toMatchObject({
      act: 'case.approve',
      detail: { agreesWith: 'ben@example.test', reason: second, trueMatches: keys },
    });
  });

  it('counts what was suppressed by a ruling that was taken back since', async () => {
    const earlier = await submit('again', 'Wilhelmina Thornapple');
    await action(ana, earlier, 'claim');
    await ruleAll(ana, earlier, 'FALSE_POSITIVE');
    const { executionId } = await retail.workflow.submit({
      eventType: 'MANUAL_CASE_EVENT',
      data: {
        customerId: 'again',
        name: 'Wilhelmina Thornapple',
        customerType: 'individual',
        dateOfBirth: '1980',
        occupation: 'gardener',
      },
    });
    await service.drain();
    const { caseNo } = (await retail.workflow.status(executionId))!;
    expect(await read(caseNo)).toMatchObject({
      status: 'APPROVED',
      alerts: [{ silenced: true, resolution: 'FALSE_POSITIVE' }],
    });
    await ruleAll(ana, earlier, 'TRUE_MATCH');
    expect((await read(caseNo)).alerts).toMatchObject([{ silenced: true, resolution: 'TRUE_MATCH' }]);
  });

  it('offers and takes for a ruling only what the hit itself bears out', async () => {
    const agreeing = await submit('same-birth', 'Wilhelmina Thornapple');
    await action(ana, agreeing, 'claim');
    const [alert] = (await read(agreeing)).alerts;
    expect(await reasonsOf(agreeing)).toEqual({
      FALSE_POSITIVE: [],
      TRUE_MATCH: ['Name agrees; year of birth agrees (1980)'],
      UNDECIDED: ['More information is needed'],
    });
    const body = { ruling: 'FALSE_POSITIVE', reason: 'Another date of birth' };
    expect(await ana.refused(ruling(agreeing, alert!.alertId), { method: 'POST', body })).toMatchObject({
      status: 422,
      field: 'reason',
      message: expect.stringContaining('its year of birth agrees'),
    });
    const mistyped = await submit('mistyped-birth', 'Wilhelmina Thornapple', '1981');
    expect((await reasonsOf(mistyped)).FALSE_POSITIVE).toEqual([]);
    const differing = await submit('other-birth', 'Wilhelmina Thornapple', '1962');
    expect((await reasonsOf(differing)).FALSE_POSITIVE).toEqual([
      'Another date of birth: 1962 contradicts 1980',
    ]);
  });
});
