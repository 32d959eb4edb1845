import type { GatehouseClient } from '@gatehouse/sdk';
import { afterEach, describe, expect, it } from 'vitest';
import { createDeployment, type Deployment } from './support/deployment.ts';
import { matchAnswer, type ProviderServer, startProviderServer } from './support/providers.ts';
import { type Books, booksSql } from './support/quickscan-books.ts';
import { until, untilGreen } from './support/server-process.ts';
import { storyStores } from './support/service.ts';

/** Credits are given back once, whatever happens (interface specification 4.5, 7.2, 8). */
describe.each(storyStores())('credits of quick scans, %s', (store) => {
  let deployment: Deployment | undefined;
  let server: ProviderServer | undefined;
  afterEach(async () => {
    await deployment?.remove();
    await server?.stop();
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
