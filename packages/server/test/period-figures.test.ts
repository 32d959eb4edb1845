import type { CaseSummary, ConsoleData } from '@gatehouse/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, person, signIn } from './support/console.ts';
import { stepOf } from './support/flow-pages.ts';
import { about, asking, flowsOf, jane } from './support/requested-flows.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant, decidingWorkflow, screeningWorkflow } from './support/tenants.ts';

const dayMs = 86_400_000;
const retail = '/domains/retail';
const dayOf = (at: Date) => at.toISOString().slice(0, 10);

describe.each(storyStores())('figures of a period, %s', (store) => {
  let service: TestService;
  let ana: Browser;
  let period: string;
  const tenant = aTenant({
    users: [
      person('ana', ['analyst'], ['first-line', 'compliance']),
      person('dev', ['developer']),
      person('oscar', ['operator']),
    ],
    watchlist: [
      { id: 'w1', name: 'Wilhelmina Thornapple' },
      { id: 'w2', name: 'Wilhelmina Thornaple' },
    ],
    workflows: [
      { domain: 'retail', workflow: screeningWorkflow() },
      { domain: 'retail', workflow: decidingWorkflow('TRANSACTION_EVENT', 'reject') },
      { domain: 'retail', workflow: asking('wf_hosted', [{ ...about, title: 'About you' }]) },
    ],
  });
  const { link, opened } = flowsOf(() => service, tenant);

  beforeAll(async () => {
    service = await startTestService(store, { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' });
    await service.provision(tenant);
    ana = await signIn(service, tenant, 'ana');
    const now = service.clock.now();
    period = `from=${dayOf(new Date(now.getTime() - 9 * dayMs))}&until=${dayOf(now)}`;
    const client = service.client({ ...tenant.key, domain: 'retail' });
    const submit = (eventType: string, data: Record<string, unknown>) =>
      client.workflow.submit({ eventType, data } as never);
    for (const [customerId, name] of [
      ['hit-1', 'Wilhelmina Thornapple'],
      ['hit-2', 'Wilhelmina Thornapple'],
      ['hit-3', 'Wilhelmina Thornaple'],
      ['clean', 'Jane Doe'],
    ] as const) {
      await submit('MANUAL_CASE_EVENT', { customerId, name, customerType: 'individual' });
    }
    await submit('TRANSACTION_EVENT', { customerId: 'sender' });
    await service.drain();
  });
  afterAll(() => service?.stop());

  const listed = async (query: string) => {
    const rows: CaseSummary[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: ConsoleData<'cases.list'> = await ana.get<'cases.list'>(
        `${retail}/cases?limit=2&${query}${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      rows.push(...page.cases);
      cursor = page.nextCursor;
    }
    return rows;
  };
  const days = async (query: string) => (await ana.get<'cases.daily'>(`${retail}/case-days?${query}`)).days;
  const act = async (customerId: string, move: string) => {
    const [row] = await listed(`customerId=${customerId}`);
    const { caseNo, revision } = row!;
    await ana.post<'cases.move'>(`${retail}/cases/${caseNo}/moves`, {
      move,
      expectedRevision: revision,
      ...(move === 'claim' ? {} : { reason: 'The passport says otherwise, as the file shows.' }),
    });
    return caseNo;
  };

  it('counts alerts and decisions of each day as the list of cases has them', async () => {
    await act('hit-1', 'claim');
    await act('hit-1', 'reject');
    // One of them was opened and decided by a node three days before.
    await service.app.database.operator((tx) =>
      tx.sql(
        `update case_record set opened_at = opened_at - interval '3 days', resolved_at = resolved_at - interval '3 days'
         where tenant_id = $1 and customer_id = 'sender'`,
        [tenant.id],
      ),
    );
    for (const timeZone of ['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles']) {
      const counted = await days(`${period}&timeZone=${timeZone}`);
      for (const { startsAt, endsAt, alerts, decidedByPeople, decidedAutomatically } of counted) {
        const opened = `openedFrom=${startsAt}&openedBefore=${endsAt}`;
        const resolved = `resolvedFrom=${startsAt}&resolvedBefore=${endsAt}`;
        expect([
          (await listed(`${opened}&withHits=true`)).length,
          (await listed(`${resolved}&decidedBy=people`)).length,
          (await listed(`${resolved}&decidedBy=workflow`)).length,
        ]).toEqual([alerts, decidedByPeople, decidedAutomatically]);
      }
    }
    const all = await days(period);
    expect(all).toHaveLength(10);
    expect(all.at(-1)).toMatchObject({ alerts: 3, decidedByPeople: 1, decidedAutomatically: 1 });
    expect(all.at(-4)).toMatchObject({ alerts: 0, decidedByPeople: 0, decidedAutomatically: 1 });
    expect(all.at(-2)).toMatchObject({ alerts: 0, decidedByPeople: 0, decidedAutomatically: 0 });
  });

  it('counts no cancelled case without an assignee as a decision of anybody', async () => {
    const before = (await days(period)).at(-1)!;
    await service.app.database.operator((tx) =>
      tx.sql(
        `update case_record set status = 'CLOSED', assignee = null, resolved_at = now()
         where tenant_id = $1 and customer_id = 'hit-3'`,
        [tenant.id],
      ),
    );
    expect((await days(period)).at(-1)).toEqual(before);
  });

  it('counts the work of each group as the list has it', async () => {
    const {
      groups,
      period: counted,
      medianDecisionMs,
    } = await ana.get<'cases.groups'>(`${retail}/case-groups?${period}`);
    const decidedCases = await listed(
      `resolvedFrom=${counted.startsAt}&resolvedBefore=${counted.endsAt}&decidedBy=people`,
    );
    const times = decidedCases.map(({ openedAt, resolvedAt }) => resolvedAt! - openedAt);
    expect(times).toHaveLength(1);
    // The store has microseconds.
    expect(Math.abs(medianDecisionMs! - times[0]!)).toBeLessThanOrEqual(1);
    expect(groups).toEqual([{ group: 'first-line', open: 1, overdue: 0, decided: 1 }]);
    for (const { group, open, overdue, decided } of groups) {
      const resolved = `resolvedFrom=${counted.startsAt}&resolvedBefore=${counted.endsAt}&decidedBy=people`;
      expect([
        (await listed(`open=true&group=${group}`)).length,
        (await listed(`overdue=true&group=${group}`)).length,
        (await listed(`${resolved}&group=${group}`)).length,
      ]).toEqual([open, overdue, decided]);
    }
  });

  it('counts the newest ruling on a hit alone, and lists each that it counts', async () => {
    const caseNo = await act('hit-2', 'claim');
    const { alerts } = await ana.get<'cases.read'>(`${retail}/cases/${caseNo}`);
    const rule = (alertId: string, ruling: string) =>
      ana.post(`${retail}/cases/${caseNo}/alerts/${alertId}/rulings`, {
        ruling,
        reason: 'as the file shows',
      });
    expect(alerts).toHaveLength(2);
    const [first, second] = alerts.map(({ alertId }) => alertId);
    await rule(first!, 'TRUE_MATCH');
    await rule(first!, 'FALSE_POSITIVE');
    await rule(second!, 'TRUE_MATCH');
    const { precision, period: counted } = await ana.get<'rulings.precision'>(
      `${retail}/ruling-precision?${period}`,
    );
    const total = (key: 'trueMatches' | 'falsePositives') =>
      precision.reduce((sum, row) => sum + row[key], 0);
    expect([total('trueMatches'), total('falsePositives')]).toEqual([1, 1]);
    const within = `from=${counted.startsAt}&to=${counted.endsAt}`;
    for (const { source, engine, band, trueMatches, falsePositives } of precision) {
      const of = `${within}&list=${source}&engine=${engine}&band=${band}`;
      for (const [ruling, count] of [
        ['TRUE_MATCH', trueMatches],
        ['FALSE_POSITIVE', falsePositives],
      ] as const) {
        const found = await ana.get<'rulings.find'>(`${retail}/rulings?${of}&ruling=${ruling}`);
        expect(found.rulings).toHaveLength(count);
        expect(found.rulings.every((row) => row.caseNo === caseNo && row.customerId === 'hit-2')).toBe(true);
      }
    }
    const page = await ana.get<'rulings.find'>(`${retail}/rulings?${within}&limit=1`);
    const next = await ana.get<'rulings.find'>(
      `${retail}/rulings?${within}&limit=1&cursor=${page.nextCursor}`,
    );
    expect(next.rulings).toHaveLength(1);
    expect(next.rulings[0]!.entityId).not.toBe(page.rulings[0]!.entityId);
    expect(next.nextCursor).toBeNull();
  });

  it('counts how far end users came, as the executions have it', async () => {
    // Three start: one stays at the first step, one at the second, one comes to the end.
    for (const [customerId, steps] of [
      ['e-first', 0],
      ['e-second', 1],
      ['e-end', 2],
    ] as const) {
      const pages = await opened(await link(customerId));
      let view = await pages.consent();
      if (steps > 0) view = await pages.submitStep(view, { values: jane });
      if (steps > 1) {
        const { consent } = stepOf(view, 'review-and-submit');
        const agreed = { consentVersion: consent.version, consentSha256: consent.sha256, agreed: true };
        await pages.submitStep(view, agreed);
      }
    }
    await service.drain();
    // One of them is ended where it waits.
    await service.app.database.operator((tx) =>
      tx.sql(
        `update execution set state = 'FAILED', finished_at = now() where tenant_id = $1 and customer_id = 'e-second'`,
        [tenant.id],
      ),
    );
    const figures = await ana.get<'executions.hosted'>(`${retail}/hosted-steps?${period}`);
    expect(figures).toMatchObject({
      countedFrom: null,
      workflows: [
        {
          workflowId: 'wf_hosted',
          started: 3,
          steps: [
            { nodeId: 'about', title: 'About you', completed: 2, waiting: 1, left: 0 },
            { nodeId: 'submit', completed: 1, waiting: 0, left: 1 },
          ],
        },
      ],
    });
    const { startsAt, endsAt } = figures.period;
    const of = `source=SDK&workflowId=wf_hosted&from=${startsAt}&to=${endsAt}`;
    const executions = async (query: string) =>
      (await ana.get<'executions.list'>(`${retail}/executions?${of}${query}`)).executions.length;
    expect(await executions('')).toBe(3);
    for (const { nodeId, completed, waiting, left } of figures.workflows[0]!.steps) {
      expect([
        await executions(`&completedNodeId=${nodeId}`),
        await executions(`&nodeId=${nodeId}&state=WAITING`),
        await executions(`&nodeId=${nodeId}&state=FAILED,CANCELLED`),
      ]).toEqual([completed, waiting, left]);
    }
  });

  it('answers zeros for a domain and a month without anything', async () => {
    const corporate = '/domains/corporate';
    const empty = await ana.get<'cases.daily'>(`${corporate}/case-days?${period}`);
    expect(empty.days.every((day) => day.alerts + day.decidedByPeople + day.decidedAutomatically === 0)).toBe(
      true,
    );
    const none = await ana.get<'cases.groups'>(`${corporate}/case-groups?${period}`);
    expect([none.groups, none.medianDecisionMs]).toEqual([[], null]);
    expect((await ana.get<'rulings.precision'>(`${corporate}/ruling-precision?${period}`)).precision).toEqual(
      [],
    );
    expect((await ana.get<'executions.hosted'>(`${corporate}/hosted-steps?${period}`)).workflows).toEqual([]);
    const past = await days('from=2026-03-01&until=2026-03-31&timeZone=Europe/Zurich');
    expect(past).toHaveLength(31);
    expect(
      past.map(({ startsAt, endsAt }) => (endsAt - startsAt) / 3_600_000).filter((hours) => hours !== 24),
    ).toEqual([23]);
  });

  it('refuses what is no period, naming field and value', async () => {
    const soon = dayOf(new Date(service.clock.now().getTime() + 3 * dayMs));
    for (const [query, field, value] of [
      ['from=2026-03-05&until=2026-03-04', 'until', '2026-03-04'],
      ['from=2026-01-01&until=2026-04-01', 'from', '2026-01-01'],
      [`from=${soon}&until=${soon}`, 'from', soon],
      ['from=2026-03-01&until=2026-03-02&timeZone=Europe/Atlantis', 'timeZone', 'Europe/Atlantis'],
      ['from=2026-03-01&until=2026-03-02&timeZone=%2B02:00', 'timeZone', '+02:00'],
      ['from=2026-02-30&until=2026-03-02', 'from', ''],
    ] as const) {
      for (const path of ['case-days', 'case-groups', 'ruling-precision', 'hosted-steps']) {
        const refusal = await ana.refused(`${retail}/${path}?${query}`);
        expect(refusal).toMatchObject({ status: 422, code: 'INVALID', field });
        expect(refusal.message).toContain(value);
      }
    }
    for (const query of ['from=5&to=5', `from=0&to=${91 * dayMs + 1}`, 'from=0&to=1&cursor=none']) {
      expect(await ana.refused(`${retail}/rulings?${query}`)).toMatchObject({ status: 422, code: 'INVALID' });
    }
  });

  it('gives a role only the figures of what it may read', async () => {
    const statuses = async (name: string) => {
      const browser = await signIn(service, tenant, name);
      const paths = ['case-days', 'case-groups', 'ruling-precision', 'hosted-steps'];
      return Promise.all(
        paths.map(async (path) => (await browser.send(`${retail}/${path}?${period}`)).status),
      );
    };
    expect(await statuses('ana')).toEqual([200, 200, 200, 200]);
    expect(await statuses('dev')).toEqual([403, 403, 403, 200]);
  });
});
