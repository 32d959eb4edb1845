import { expect } from 'vitest';
import { callGateway } from './network.ts';
import { type OwnRow, writeOwnLists } from './own-lists.ts';
import { type ProviderServer, searxngAnswer, startProviderServer } from './providers.ts';
import { type StoreName, startTestService, type TestService } from './service.ts';
import { aTenant, type TenantOptions } from './tenants.ts';

const namesakes = (name: string, count: number): OwnRow[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `${name[0]}${index}`,
    name,
    type: 'individual',
    dateOfBirth: '1970-01-02;1971',
    countries: 'SG;PT',
  }));

const rows: readonly OwnRow[] = [
  ...namesakes('Quentin Marrowby', 60),
  { id: 'v1', name: 'Isadora Vantongeren', type: 'individual', category: 'pep' },
  {
    id: 'b1',
    name: 'Quillfeather Shipping Limited',
    type: 'corporate',
    identifiers: 'Registration Number:QF-773 120:SG',
    category: 'sanctions',
  },
  { id: 's1', name: 'Thornapple Star', type: 'vessel', identifiers: 'IMO:9312345' },
];

/** What the interface calls `data` of an answer. */
export type QuickscanData = Readonly<Record<string, unknown>> & {
  readonly id?: string;
  readonly hits?: Record<string, Record<string, unknown>[]>;
};

export const allEngines = [
  'GLOBAL_CHECK',
  'RISK_LISTS',
  'COMPOSITE_SCAN',
  'INTERNET_SEARCH',
  'WATCHLIST',
] as const;

/** A service with all five engines, spoken to on the bare wire: nothing that a client library adds or hides. */
export interface QuickscanStory {
  readonly service: TestService;
  readonly tenant: TenantOptions & { readonly key: { readonly apiKey: string; readonly secret: string } };
  /** Plays the search provider. It names Isadora Vantongeren once, and nobody else. */
  readonly search: ProviderServer;
  /** The body goes out as it is, in the envelope of interface specification 2.1; what comes back is `data` of 2.2. */
  call(api: string, body: unknown): Promise<QuickscanData>;
  submit(data: unknown): Promise<QuickscanData>;
  detail(id: unknown): Promise<QuickscanData>;
  hits(data: unknown): Promise<QuickscanData>;
  /** Submits, waits until nothing is left to do, and asks for the detail. */
  scan(data: Record<string, unknown>): Promise<QuickscanData>;
  /** Credits that were used. */
  credits(): Promise<number>;
  stop(): Promise<void>;
}

export const searchPath = '/searxng/search';

/** What the provider answers unless a story says otherwise. */
export const usualSearch = searxngAnswer([
  {
    url: 'https://news.test/1',
    title: 'A report of the day',
    content: 'Isadora Vantongeren was convicted of money laundering.',
    publishedDate: '2026-03-01T00:00:00',
  },
]);

export async function startQuickscanStory(store: StoreName): Promise<QuickscanStory> {
  const tenant = aTenant({
    quickScanCredits: 1000,
    watchlist: [
      { id: 'w1', name: 'Isadora Vantongeren', dateOfBirth: '1980', countries: ['SG'] },
      ...Array.from({ length: 50 }, (_, index) => ({ id: `m${index}`, name: 'Marigold Fennimore' })),
    ],
  });
  const search = await startProviderServer();
  search.reply(searchPath, usualSearch);
  const lists = await writeOwnLists(rows);
  const service = await startTestService(store, {
    GATEHOUSE_LISTS_DIR: lists.listsDir,
    GATEHOUSE_SEARXNG_URL: `${search.url}/searxng`,
  });
  await service.provision(tenant);

  const call = async (api: string, body: unknown): Promise<QuickscanData> => {
    const answer = await callGateway(service.app.baseUrl, tenant.key, { api, data: body });
    expect(answer).toMatchObject({ status: 200, apiCode: 200 });
    return answer.data as QuickscanData;
  };
  const submit = (data: unknown) => call('quickscan.submit', { data });
  const detail = (id: unknown) => call('quickscan.detail', { data: { id } });
  return {
    service,
    tenant,
    search,
    call,
    submit,
    detail,
    hits: (data) => call('quickscan.hits', { data }),
    scan: async (data) => {
      const { id } = await submit({ customerType: 'Individual', ...data });
      await service.drain();
      return detail(id);
    },
    credits: async () => {
      const [row] = await service.app.database.operator((tx) =>
        tx.sql<{ used: number }>('select quick_scan_used as used from tenant where tenant_id = $1', [
          tenant.id,
        ]),
      );
      return row!.used;
    },
    stop: async () => {
      await service.stop();
      await search.stop();
      await lists.remove();
    },
  };
}
