import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser, person } from './support/console.ts';
import { Caller, harvestIds, type Ids, type MadeCall, routes } from './support/console-calls.ts';
import { oddCallsOf } from './support/odd-calls.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant, screeningWorkflow } from './support/tenants.ts';

/**
 * Every route of the contract with values in each of its parameters that no store keeps, or that lie at the borders of
 * what it keeps. No check names a route: a new one is in it as soon as it is in the table.
 */

describe.each(storyStores())('values that cannot be stored, %s', (store) => {
  let service: TestService;
  let owner: Caller;
  let ids: Ids;

  beforeAll(async () => {
    service = await startTestService(store);
    const mine = aTenant({
      users: [person('owner', ['admin', 'operator'])],
      monitoring: { default: true },
      webhooks: [{ id: 'wh-of-mine', name: 'CRM', url: 'https://crm.example.test/', inputs: ['customerId'] }],
      watchlist: [{ id: 'w-of-mine', name: 'Wilhelmina Thornapple', domain: 'retail' }],
      workflows: [{ domain: 'retail', workflow: screeningWorkflow({ id: 'wf_of_mine' }) }],
    });
    await service.provision(mine);
    owner = new Caller(service, mine, 'owner');
    const retail = service.client({ ...mine.key, domain: 'retail' });
    const data = {
      customerId: 'c-of-mine',
      name: 'Wilhelmina Thornapple',
      customerType: 'individual',
    } as const;
    await retail.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data });
    await retail.quickscan.submit({ name: data.name, customerType: 1, providers: ['WATCHLIST'] });
    await service.drain();
    const seeds = new Map<string, unknown>([
      ['domain', 'retail'],
      ['domains', ['retail']],
      ['operations', ['*']],
      ['tenantId', mine.id],
      ['customerId', 'c-of-mine'],
    ]);
    ids = await harvestIds(owner, seeds);
  });
  afterAll(async () => {
    await service?.stop();
  });

  it.each(routes)('%s refuses them, or takes them, and never fails', async (name, route) => {
    const faults: string[] = [];
    for (const { what, call, refusedWith } of oddCallsOf(name, ids)) {
      // Who signs in has no session yet, and is refused as those are who lost theirs.
      const { status, code } =
        route.access === 'anyone' ? await callOfNobody(service, call) : await owner.make(call);
      const isRight = status < 500 && (refusedWith === undefined || refusedWith.includes(code ?? ''));
      if (!isRight) faults.push(`${what}: ${status} ${code ?? ''}`);
    }
    expect(faults).toEqual([]);
  });
});

async function callOfNobody(
  service: TestService,
  { address, ...request }: MadeCall,
): Promise<{ status: number; code: string | undefined }> {
  const { status, text } = await new Browser(service).send(address, request);
  return { status, code: text.startsWith('{') ? (JSON.parse(text) as { code?: string }).code : undefined };
}
