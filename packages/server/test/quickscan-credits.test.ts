import type { GatehouseClient } from '@gatehouse/sdk';
import { afterEach, describe, expect, it } from 'vitest';
import { createDeployment, type Deployment } from './support/deployment.ts';
import { matchAnswer, type ProviderServer, startProviderServer } from './support/providers.ts';
import { until, untilGreen } from './support/server-process.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

/**
 * Credits: one for each engine, WATCHLIST none, all of a scan or none, given back once (interface specification 4.5,
 * 7.2, 8).
 */

interface Books {
  readonly used: number;
  readonly units: number;
  readonly scans: number;
  readonly unfinished: number;
}

const booksSql = `select quick_scan_used as used,
    (select coalesce(sum(units), 0)::int from gatehouse.usage_ledger where tenant_id = $1 and kind like 'credit%') as units,
    (select count(*)::int from gatehouse.quick_scan where tenant_id = $1) as scans,
    (select count(*)::int from gatehouse.quick_scan where tenant_id = $1 and state = 'RUNNING') as unfinished
  from gatehouse.tenant where tenant_id = $1`;

describe.each(storyStores())('credits of quick scans, %s', (store) => {
  let service: TestService | undefined;
  let deployment: Deployment | undefined;
  let server: ProviderServer | undefined;
  afterEach(async () => {
    await service?.stop();
    await deployment?.remove();
    await server?.stop();
    service = undefined;
    deployment = undefined;
    server = undefined;
  });

  it('of which 100 are left pay for exactly 100 engines of 1,000 scans at once', {
    timeout: 240_000,
  }, async () => {
    service = await startTestService(store);
    const tenant = aTenant({ quickScanCredits: 100 });
    await service.provision(tenant);
    const client = service.client({ ...tenant.key, domain: 'retail' });
    // Of one, two and three engines, so that the last credits do not fit everybody; WATCHLIST costs nothing.
    const choices = [
      ['GLOBAL_CHECK'],
      ['GLOBAL_CHECK', 'RISK_LISTS', 'WATCHLIST'],
      ['GLOBAL_CHECK', 'RISK_LISTS', 'COMPOSITE_SCAN'],
    ] as const;
    const cost = [1, 2, 3];
    const answers = await Promise.all(
      Array.from({ length: 1000 }, async (_, index) => {
        const which = index % choices.length;
        try {
          await client.quickscan.submit({
            name: 'Bartholomew Quillfeather',
            customerType: 'Individual',
            providers: [...choices[which]!],
          });
          return cost[which]!;
        } catch (error) {
          expect(error).toMatchObject({ code: 403 });
          return 0;
        }
      }),
    );
    const spent = answers.reduce<number>((sum, units) => sum + units, 0);
    expect(spent).toBe(100);
    await service.drain();
    const [books] = (await service.app.database.executeSql(booksSql, [tenant.id])).rows as unknown as Books[];
    const accepted = answers.filter((units) => units > 0).length;
    expect(books).toEqual({ used: 100, units: 100, scans: accepted, unfinished: 0 });
  });

  it('come back once when the node dies in the middle of a scan that then fails', {
    timeout: 120_000,
  }, async () => {
    server = await startProviderServer();
    const match = '/match/default';
    server.reply(match, 'hang');
    deployment = await createDeployment(store);
    const env = {
      GATEHOUSE_MATCH_URL: server.url,
      GATEHOUSE_PROVIDER_TIMEOUT_MS: '30000',
    };
    const first = deployment.serve({ env });
    const submit = async (client: GatehouseClient, name: string) =>
      (
        await client.quickscan.submit({
          name,
          customerType: 'Individual',
          providers: ['COMPOSITE_SCAN', 'GLOBAL_CHECK'],
        })
      ).id;
    const client = deployment.client(await first.ready);
    await untilGreen(await first.ready);
    const ids = [await submit(client, 'Bartholomew Quillfeather'), await submit(client, 'Agatha Nobody')];
    await until('both questions', () => server!.questionsTo(match).length >= 2);
    first.signal('SIGKILL');
    await first.ended;

    // One of the two is answered now and ends DONE, the other fails, however often each is asked for.
    server.reply(match, ({ body }) => (body.includes('Agatha') ? { status: 401 } : matchAnswer([])));
    const second = deployment.serve({ env });
    const again = deployment.client(await second.ready);
    const ended = async () => Promise.all(ids.map(async (id) => (await again.quickscan.detail(id)).status));
    await until('the end of both', async () => !(await ended()).includes('RUNNING'), 60_000);
    expect(await ended()).toEqual(['DONE', 'FAILED']);
    second.signal('SIGTERM');
    await second.ended;
    const database = await deployment.open();
    try {
      const [books] = (await database.executeSql(booksSql, [deployment.tenant.id]))
        .rows as unknown as Books[];
      expect(books).toEqual({ used: 2, units: 2, scans: 2, unfinished: 0 });
    } finally {
      await database.close();
    }
  });
});
