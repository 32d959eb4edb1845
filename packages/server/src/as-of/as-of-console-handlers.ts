import { chooseEngines } from '@gatehouse/contract';
import { type ConsoleHandlers, ConsoleRefusal } from '../console-api/index.ts';
import type { Scope } from '../lib/scope.ts';
import { quickScanSubject } from '../screening/index.ts';
import { screenAsOf } from './as-of.ts';
import { screenNameOnDate } from './name-on-date.ts';
import type { AsOfTools } from './repeat-screenings.ts';

/** Each reads and indexes whole lists in a process of its own: more at once would take the machine from calls. */
const atOnce = 2;

/** Questions of another day over the console's interface. */
export function asOfConsoleHandlers(
  tools: AsOfTools,
): Pick<ConsoleHandlers, 'asOf.execution' | 'asOf.scan' | 'asOf.name'> {
  let running = 0;
  const bounded = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) throw new ConsoleRefusal('BUSY');
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
    }
  };
  const again = async (
    scope: Scope,
    { email }: { readonly email: string },
    order: { readonly id: string; readonly of: 'execution' | 'quickscan' },
  ) => {
    const actor = { kind: 'user', id: email } as const;
    const report = await bounded(() => screenAsOf(tools, scope, { ...order, actor }));
    if (report.kind === 'notFound') throw new ConsoleRefusal('NOT_FOUND');
    return report;
  };
  return {
    'asOf.execution': ({ scope, params, user }) =>
      again(scope, user, { of: 'execution', id: params.executionId }),
    'asOf.scan': ({ scope, params, user }) => again(scope, user, { of: 'quickscan', id: params.scanId }),
    'asOf.name': ({ scope, body: { name, customerType, engines, at } }) =>
      bounded(() =>
        screenNameOnDate(tools, {
          scope,
          subject: quickScanSubject({ name, customerType }),
          engines: chooseEngines(engines),
          at,
        }),
      ),
  };
}
