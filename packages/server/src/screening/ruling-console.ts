import type { ConsoleHandlers } from '../console/index.ts';
import type { Database } from '../database/database.ts';
import { listRulings } from './ruling-queries.ts';

/** What people read of rulings, over the console's interface. */
export function rulingConsole(service: { database: Database }): Pick<ConsoleHandlers, 'rulings.list'> {
  return {
    'rulings.list': async ({ scope, params, query }) => ({
      rulings: await service.database.transaction(scope, (tx) =>
        listRulings(tx, scope, { customerId: params.customerId, limit: query.limit }),
      ),
    }),
  };
}
