// A program of a customer of ours: it names what it uses of the packed SDK by types, and runs against a gateway.
import {
  type CaseOutcome,
  constructEvent,
  constructEventAsync,
  createClient,
  GatewayCallError,
  isGatewayError,
  sdkVersion,
} from '@gatehouse/sdk';
import { type MockGateway, signEvent, startMockGateway } from '@gatehouse/sdk/testing';

interface CrmBody {
  customerId: string | null;
}

async function main(): Promise<void> {
  const mock: MockGateway | undefined =
    process.env['GATEHOUSE_BASE_URL'] === undefined ? await startMockGateway() : undefined;
  const settings = mock?.settings ?? {
    baseUrl: process.env['GATEHOUSE_BASE_URL']!,
    apiKey: process.env['GATEHOUSE_API_KEY']!,
    secret: process.env['GATEHOUSE_API_SECRET']!,
    domain: process.env['GATEHOUSE_DOMAIN']!,
  };
  const client = createClient(settings);
  const data = { customerId: `c-${process.pid}`, name: 'John Brown', customerType: 'individual' as const };
  const { executionId } = await client.workflow.submit({ eventType: 'MANUAL_CASE_EVENT', data });
  const outcome: CaseOutcome = await client.workflow.waitForCase(executionId, { timeoutMs: 30_000 });
  console.log(outcome.kind === 'concluded' ? outcome.caseStatus : outcome.kind);

  const scan = await client.quickscan.run({
    name: 'John Brown',
    customerType: 'Individual',
    providers: ['GLOBAL_CHECK'],
  });
  const score: number | undefined = scan.kind === 'done' ? scan.hits.GLOBAL_CHECK?.[0]?.score : undefined;
  console.log(scan.kind, score ?? 'no hit');
  for await (const hit of client.quickscan.hits({ id: scan.id, provider: 'GLOBAL_CHECK' }))
    console.log(hit.name);

  const stranger = createClient({ ...settings, secret: 'another secret', retry: false });
  const refused: unknown = await stranger.workflow.status('e-1').catch((error: unknown) => error);
  if (isGatewayError(refused, 'SIGN_ERROR')) {
    const name: 'SIGN_ERROR' = refused.name;
    console.log(name, refused instanceof GatewayCallError);
  }

  const { body, headers } = await signEvent({ customerId: 'c-1' }, { secret: 'whsec' });
  const later = await constructEventAsync<CrmBody>(body, headers, { secret: 'whsec' });
  const now = constructEvent<CrmBody>(body, headers, { secret: 'whsec' });
  console.log(now.body.customerId, later.attempt, sdkVersion);

  const engineless = { name: 'x', customerType: 'Individual' as const };
  // @ts-expect-error: a scan needs its engines.
  const typed: Parameters<typeof client.quickscan.submit>[0] = engineless;
  console.log(typeof typed);
  await mock?.close();
}

void main();
