import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, person, signIn } from './support/console.ts';
import { pagesOf } from './support/pdf-pages.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant, screeningWorkflow } from './support/tenants.ts';

const listed = 'Barnaby Quickthorn';
const path = '/domains/retail/cases';
const [screening, ...others] = screeningWorkflow()['nodes'] as Record<string, unknown>[];
/** The customer and four owners of the same name, each of whom meets the two hundred entries. */
const subjects = [
  { role: "'self'", name: 'data.name' },
  ...[10, 20, 30, 40].map((percent) => ({ role: "'owner'", name: 'data.name', percent: String(percent) })),
];

describe.each(storyStores())('the report of a case with a thousand hits, %s', (store) => {
  let service: TestService;
  let ana: Browser;
  let caseNo: string;
  const tenant = aTenant({
    users: [person('ana', ['analyst'], ['first-line'])],
    watchlist: Array.from({ length: 200 }, (_, index) => ({
      id: `m${String(index).padStart(3, '0')}`,
      name: listed,
    })),
    workflows: [
      {
        domain: 'retail',
        workflow: screeningWorkflow({
          nodes: [{ ...screening, subjects }, ...others],
        }),
      },
    ],
  });

  beforeAll(async () => {
    service = await startTestService(store);
    await service.provision(tenant);
    ana = await signIn(service, tenant, 'ana');
    const retail = service.client({ ...tenant.key, domain: 'retail' });
    const { executionId } = await retail.workflow.submit({
      eventType: 'MANUAL_CASE_EVENT',
      data: { customerId: 'c-many', customerType: 'individual', name: listed } as never,
    });
    await service.drain();
    caseNo = (await retail.workflow.status(executionId))!.caseNo;
  });
  afterAll(() => service?.stop());

  const report = () =>
    fetch(`${service.app.consoleUrl}/api${path}/${caseNo}/report`, { headers: { cookie: ana.cookie! } });

  it('has every hit, while the service answers others, and is the same twice', {
    timeout: 300_000,
  }, async () => {
    const { alerts } = await ana.get<'cases.read'>(`${path}/${caseNo}`);
    expect(alerts).toHaveLength(1_000);
    let isDone = false;
    const first = report().finally(() => {
      isDone = true;
    });
    let answered = 0;
    while (!isDone) {
      expect((await ana.send('/session')).status).toBe(200);
      answered++;
    }
    expect(answered).toBeGreaterThan(1);
    const answer = await first;
    expect(answer.status, answer.ok ? '' : await answer.clone().text()).toBe(200);
    const pdf = new Uint8Array(await answer.arrayBuffer());
    const text = (await pagesOf(pdf)).join(' ').replaceAll(/[\s\u200B]/g, '');
    // Each of the five subjects meets each entry.
    for (let index = 0; index < 200; index++)
      expect(text.split(`m${String(index).padStart(3, '0')}`).length - 1).toBeGreaterThanOrEqual(5);
    expect(Buffer.from(await (await report()).arrayBuffer()).equals(Buffer.from(pdf))).toBe(true);
  });
});
