/** A real case with hits, made by the service itself: what `fill` copies. */
import { dataOf, openConnections, signedCall } from '../rig/calls.ts';
import { ConsoleCaller } from '../rig/console.ts';
import { startService, unsealed, untilReady } from '../rig/service.ts';
import type { BenchStore } from '../rig/stores.ts';
import { benchTenants, caller } from '../rig/tenant.ts';

const password = 'correct-horse-battery';

/** Provisions the tenant with so many analysts, submits one customer, and stops the service; the execution of its case. */
export async function makeTemplate(store: BenchStore, analysts: number): Promise<string> {
  const { tenants } = benchTenants() as { tenants: Record<string, unknown>[] };
  const users = Array.from({ length: analysts }, (_, n) => ({
    email: emailOf(n),
    password,
    // Auditors see the pages of usage and of the audit log.
    roles: ['analyst', 'auditor'],
    groups: ['first-line', 'compliance'],
  }));
  const watchlist = ['w1', 'w2', 'w3'].map((id) => ({ id, name: 'Wilhelmina Thornapple' }));
  const service = await startService(store, {
    tenants: { tenants: [{ ...tenants[0], users, watchlist, cases: { dueHours: 48 } }] },
    settings: unsealed,
  });
  await untilReady(service);
  const [connection] = await openConnections(service.port, 1);
  const send = async (operation: string, data: unknown) =>
    dataOf(await connection!.send(signedCall(caller, operation, data)));
  const { executionId } = await send('workflow.apply.submit', {
    eventType: 'MANUAL_CASE_EVENT',
    source: 'API',
    data: { customerId: 'template', name: 'Wilhelmina Thornapple', customerType: 'individual' },
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
