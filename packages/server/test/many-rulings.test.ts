import { type ConsoleBody, type ConsoleData, maxAliases } from '@gatehouse/contract';
import type { GatehouseClient } from '@gatehouse/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, person, signIn } from './support/console.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant, screeningWorkflow } from './support/tenants.ts';

type Case = ConsoleData<'cases.read'>;

const cases = '/domains/retail/cases';
const name = 'Wilhelmina Thornapple';
/** Every second one is born in another year than who is submitted, one in the same, the rest at no known date. */
const births = (index: number) => (index === 1 ? '1990' : index % 2 === 0 ? '1955' : undefined);
const listed = 60;

describe.each(storyStores())('rulings on many hits at once, %s', (store) => {
  let service: TestService;
  let retail: GatehouseClient;
  let ana: Browser;
  let boss: Browser;
  const tenant = aTenant({
    watchlist: Array.from({ length: listed }, (_, index) => ({
      id: `w${String(index).padStart(2, '0')}`,
      name: index === 3 ? 'Billie Featherstone' : name,
      ...(births(index) && { dateOfBirth: births(index) }),
    })),
    workflows: [{ domain: 'retail', workflow: screeningWorkflow() }],
    users: [
      person('ana', ['analyst'], ['first-line']),
      person('amy', ['analyst'], ['first-line']),
      person('boss', ['admin']),
    ],
  });

  beforeAll(async () => {
    service = await startTestService(store);
    await service.provision(tenant);
    retail = service.client({ ...tenant.key, domain: 'retail' });
    ana = await signIn(service, tenant, 'ana');
    boss = await signIn(service, tenant, 'boss');
  });
  afterAll(() => service?.stop());

  async function claimed(customerId: string, aliases: readonly string[] = []): Promise<Case> {
    const { executionId } = await retail.workflow.submit({
      eventType: 'MANUAL_CASE_EVENT',
      data: {
        customerId,
        name,
        customerType: 'individual',
        dateOfBirth: '1990-04-02',
        ...(aliases.length > 0 && { aliasName: aliases.join(',') }),
      } as never,
    });
    await service.drain();
    const { caseNo } = (await retail.workflow.status(executionId))!;
    await ana.post(`${cases}/${caseNo}/moves`, { move: 'claim', expectedRevision: 1 });
    return read(caseNo);
  }

  async function move(who: Browser, caseNo: string, name: 'claim' | 'release'): Promise<void> {
    const { revision } = await read(caseNo);
    await who.post(`${cases}/${caseNo}/moves`, { move: name, expectedRevision: revision });
  }

  const read = (caseNo: string) => ana.get<'cases.read'>(`${cases}/${caseNo}`);
  const shown = (alerts: Case['alerts']): ConsoleBody<'cases.ruleAll'>['hits'] =>
    alerts.map(({ alertId, entityId, ruling }) => ({
      alertId,
      entries: [{ entityId, rulingRevision: ruling?.revision ?? null }],
    }));
  const rule = (caseNo: string, body: ConsoleBody<'cases.ruleAll'>, who = ana) =>
    who.post<'cases.ruleAll'>(`${cases}/${caseNo}/rulings`, body);
  const otherBirth = { ruling: 'FALSE_POSITIVE', reason: 'Another date of birth' } as const;

  it('sends a row for each hit, in at most 600 bytes, and each subject once, with its aliases', async () => {
    const aliases = Array.from({ length: maxAliases - 1 }, (_, index) => `Willa Number ${index}`);
    const found = await claimed('size', [...aliases, 'Billie Featherstone']);
    expect(found.alerts).toHaveLength(listed);
    const bytes = Buffer.byteLength(JSON.stringify(found.alerts)) / listed;
    if (process.env['GATEHOUSE_TEST_FIGURES']) process.stdout.write(`${bytes} bytes a hit\n`);
    expect(bytes).toBeLessThanOrEqual(600);
    expect(found.subjects).toHaveLength(1);
    expect(found.subjects[0]!.facts['aliasName']).toContain('Willa Number 98');
    const ofAlias = found.alerts.filter(({ foundAs }) => foundAs !== undefined);
    expect(ofAlias).toMatchObject([{ entityId: 'watchlist:w03', foundAs: 'Billie Featherstone' }]);
    const ruled = await rule(found.caseNo, { ...otherBirth, hits: shown(contradicting(found)) });
    expect(ruled.results.every((result) => result.ruled)).toBe(true);
    const after = Buffer.byteLength(JSON.stringify((await read(found.caseNo)).alerts)) / listed;
    if (process.env['GATEHOUSE_TEST_FIGURES'])
      process.stdout.write(`${after} bytes a hit, half of them ruled\n`);
    expect(after).toBeLessThanOrEqual(600);
  });

  const contradicting = ({ alerts }: Case) =>
    alerts.filter(({ verdicts }) => verdicts.birth === 'contradict');

  it('says of each hit how its facts compare, and nothing of a birth that the list does not state', async () => {
    const { alerts, caseNo } = await claimed('verdicts');
    const of = (entityId: string) => alerts.find((alert) => alert.entityId === entityId)!;
    expect(of('watchlist:w02')).toMatchObject({
      verdicts: { name: 'agree', birth: 'contradict', country: 'unknown', gender: 'unknown' },
      listed: { birth: '1955' },
    });
    expect(of('watchlist:w01').verdicts.birth).toBe('near');
    expect(of('watchlist:w05').verdicts.birth).toBe('unknown');
    expect(of('watchlist:w05').listed).not.toHaveProperty('birth');
    const { hits } = await ana.get<'cases.hits'>(`${cases}/${caseNo}/hits`);
    expect(hits.map(({ alertId }) => alertId)).toEqual(alerts.map(({ alertId }) => alertId));
    const alone = await ana.get<'cases.entity'>(
      `${cases}/${caseNo}/alerts/${of('watchlist:w02').alertId}/entity`,
    );
    // Paper shows what the screen shows of the selected one.
    const printed = hits.find(({ alertId }) => alertId === of('watchlist:w02').alertId);
    expect(printed).toEqual({ alertId: of('watchlist:w02').alertId, ...alone });
    expect(alone.entity?.births.map(({ from }) => from.slice(0, 4))).toEqual(['1955']);
    expect(alone.hit.reasons).toContainEqual(
      expect.objectContaining({ feature: 'date-of-birth', detail: '1990-04-02 contradicts 1955' }),
    );
    expect(alone.reasons.FALSE_POSITIVE).toEqual(['Another date of birth: 1990-04-02 contradicts 1955']);
  });

  it('are each on record as single ones are, and leave alone what contradicts the reason', async () => {
    const found = await claimed('record');
    const agreeing = found.alerts.find(({ entityId }) => entityId === 'watchlist:w01')!;
    const chosen = [...contradicting(found), agreeing];
    const { results } = await rule(found.caseNo, { ...otherBirth, hits: shown(chosen) });
    expect(results.map(({ alertId }) => alertId)).toEqual(chosen.map(({ alertId }) => alertId));
    expect(results.filter(({ ruled }) => !ruled)).toMatchObject([
      {
        alertId: agreeing.alertId,
        ruled: false,
        refusal: expect.stringContaining('its year of birth agrees'),
        ruledBy: null,
      },
    ]);
    const { timeline, alerts } = await read(found.caseNo);
    const records = timeline.flatMap((entry) =>
      entry.kind === 'act' && entry.act === 'case.rule' ? [entry] : [],
    );
    expect(records.map(({ detail }) => String(detail['entityId'])).toSorted()).toEqual(
      contradicting(found)
        .map(({ entityId }) => entityId)
        .toSorted(),
    );
    for (const { actor, detail } of records) {
      expect(actor.id).toBe('ana@example.test');
      expect(detail).toMatchObject({ ...otherBirth, subject: 'self', rulingRevision: 1 });
    }
    expect(alerts.filter(({ resolution }) => resolution === 'FALSE_POSITIVE')).toHaveLength(records.length);
  });

  it('leave a hit as it is that somebody else ruled on since it was shown, and say who', async () => {
    const found = await claimed('meanwhile');
    const [first, second] = contradicting(found) as [Case['alerts'][number], Case['alerts'][number]];
    await move(ana, found.caseNo, 'release');
    await move(boss, found.caseNo, 'claim');
    await boss.post<'cases.rule'>(`${cases}/${found.caseNo}/alerts/${first.alertId}/rulings`, {
      ruling: 'TRUE_MATCH',
      reason: 'I met her',
    });
    await move(boss, found.caseNo, 'release');
    await move(ana, found.caseNo, 'claim');
    const seen = { ...otherBirth, hits: shown([first, second, second]) };
    const { results } = await rule(found.caseNo, seen);
    expect(results).toMatchObject([
      { ruled: false, refusal: 'boss@example.test ruled on it meanwhile', ruledBy: 'boss@example.test' },
      { ruled: true, refusal: null },
      { ruled: false, ruledBy: 'ana@example.test' },
    ]);
    const after = await read(found.caseNo);
    const resolutionOf = (alertId: string) =>
      after.alerts.find((alert) => alert.alertId === alertId)!.resolution;
    expect([resolutionOf(first.alertId), resolutionOf(second.alertId)]).toEqual([
      'TRUE_MATCH',
      'FALSE_POSITIVE',
    ]);
    const known = after.alerts.filter(({ alertId }) => alertId === first.alertId);
    const again = await rule(found.caseNo, { ...otherBirth, hits: shown(known) });
    expect(again.results).toMatchObject([{ ruled: true }]);
  });

  it('are refused to who may not rule, of entries that were not shown, and of hits of another case', async () => {
    const [found, other] = [await claimed('refused'), await claimed('refused-2')];
    const amy = await signIn(service, tenant, 'amy');
    const hits = shown(found.alerts.slice(0, 1));
    const send = (body: unknown, who: Browser) =>
      who.send(`${cases}/${found.caseNo}/rulings`, { method: 'POST', body });
    expect(await send({ ...otherBirth, hits }, amy)).toMatchObject({ status: 403 });
    expect(await send({ ...otherBirth, hits: [] }, ana)).toMatchObject({ status: 422 });
    expect(await send({ ...otherBirth, hits: [{ ...hits[0]!, alertId: 'no id' }] }, ana)).toMatchObject({
      status: 404,
    });
    const odd = [
      { ...hits[0]!, entries: [...hits[0]!.entries, { entityId: 'watchlist:w59', rulingRevision: null }] },
      ...shown(other.alerts.slice(0, 1)),
    ];
    const { results } = await rule(found.caseNo, { ruling: 'TRUE_MATCH', reason: 'seen', hits: odd });
    expect(results.map(({ refusal }) => refusal)).toEqual([
      expect.stringContaining('the entries of this entity are now'),
      'this case has no such hit',
    ]);
    expect((await read(found.caseNo)).alerts.every(({ ruling }) => ruling === null)).toBe(true);
  });
});
