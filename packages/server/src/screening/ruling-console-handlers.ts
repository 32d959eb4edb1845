import type { ConsoleHandlers } from '../console-api/index.ts';
import type { Database } from '../database/database.ts';
import { readCustomerHits } from './alert-queries.ts';
import { listRulings } from './ruling-queries.ts';

/** What people read of a customer's hits and of rulings, over the console's interface. */
export function rulingConsoleHandlers(service: {
  database: Database;
}): Pick<ConsoleHandlers, 'rulings.list' | 'customers.hits'> {
  return {
    'customers.hits': async ({ scope, params, query }) => ({
      hits: await service.database.transaction(scope, (tx) =>
        readCustomerHits(tx, scope, { customerId: params.customerId, limit: query.limit }),
      ),
    }),
    'rulings.list': async ({ scope, params, query }) => ({
      rulings: await service.database.transaction(scope, (tx) =>
        listRulings(tx, scope, { customerId: params.customerId, limit: query.limit }),
      ),
    }),
  };
}
