/** Executions made by the service itself: what `fill` copies. */
import { dataOf, openConnections, signedCall } from '../rig/calls.ts';
import { ConsoleCaller } from '../rig/console.ts';
import { type ServiceOptions, startService, unsealed, untilReady } from '../rig/service.ts';
import type { BenchStore } from '../rig/stores.ts';
import { benchTenants, caller } from '../rig/tenant.ts';
import type { Templates } from './fill.ts';

const password = 'correct-horse-battery';

/** Provisions the tenant with so many analysts, and has the service execute for two customers, the one with hits and unsealed. */
export async function makeTemplates(store: BenchStore, analysts: number): Promise<Templates> {
  const { tenants } = benchTenants() as { tenants: Record<string, unknown>[] };
  const users = Array.from({ length: analysts }, (_, n) => ({
    email: emailOf(n),
    password,
    // Auditors see the pages of usage and of the audit log.
    roles: ['analyst', 'auditor'],
    groups: ['first-line', 'compliance'],
  }));
  const watchlist = ['w1', 'w2', 'w3'].map((id) => ({ id, name: 'Wilhelmina Thornapple' }));
  const provisioned = { tenants: [{ ...tenants[0], users, watchlist, cases: { dueHours: 48 } }] };
  return {
    reviewed: await execute(store, 'Wilhelmina Thornapple', { tenants: provisioned, settings: unsealed }),
    automatic: await execute(store, 'Ottoline Madeupski', {}),
  };
}

/** Starts a service for one customer and stops it; the execution once its case is there. */
async function execute(store: BenchStore, name: string, options: ServiceOptions): Promise<string> {
  const service = await startService(store, options);
  await untilReady(service);
  const [connection] = await openConnections(service.port, 1);
  const send = async (operation: string, data: unknown) =>
    dataOf(await connection!.send(signedCall(caller, operation, data)));
  const { executionId } = await send('workflow.apply.submit', {
    eventType: 'MANUAL_CASE_EVENT',
    source: 'API',
    data: { customerId: `template ${name}`, name, customerType: 'individual' },
  });
  while ((await send('workflow.execution.status', { executionId }))['caseStatus'] === '') {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  connection!.close();
  await service.stop();
  return executionId as string;
}

/** The session of analyst number `n`. */
export function signInAnalyst(port: number, n: number): Promise<ConsoleCaller> {
  return ConsoleCaller.signIn(port, { tenant: 'bench', email: emailOf(n), password });
}

function emailOf(n: number): string {
  return `ana-${n}@bench.test`;
}
