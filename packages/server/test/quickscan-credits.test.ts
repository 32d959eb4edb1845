import { afterEach, describe, expect, it } from 'vitest';
import { type Books, booksSql } from './support/quickscan-books.ts';
import { startTestService, storyStores, type TestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

/**
 * Credits: one for each engine, WATCHLIST none, all of a scan or none, given back once (interface specification 4.5,
 * 7.2, 8).
 */

describe.each(storyStores())('credits of quick scans, %s', (store) => {
  let service: TestService | undefined;
  afterEach(async () => {
    await service?.stop();
    service = undefined;
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
});
