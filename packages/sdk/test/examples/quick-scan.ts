import { createClient } from '@gatehouse/sdk';

const client = createClient({
  baseUrl: process.env['GATEHOUSE_BASE_URL']!,
  apiKey: process.env['GATEHOUSE_API_KEY']!,
  secret: process.env['GATEHOUSE_API_SECRET']!,
  domain: 'retail',
});

const scan = await client.quickscan.run({
  name: 'Osama bin Laden',
  customerType: 'Individual',
  providers: ['GLOBAL_CHECK', 'WATCHLIST'],
  providerSettings: { globalCheck: { matchStrength: 'WEAK', maxHits: 50 } },
});

if (scan.kind === 'done') {
  for (const hit of scan.hits.GLOBAL_CHECK ?? []) {
    console.log(hit.entityId, hit.matchedName, hit.score);
  }
}
