import { type ConsoleHandlers, ConsoleRefusal } from '../console-api/index.ts';
import type { Database } from '../database/database.ts';
import { findCustomers, readCustomer } from './find-customers.ts';

/** What people read of customers, over the console's interface. */
export function customerConsoleHandlers({
  database,
}: {
  readonly database: Database;
}): Pick<ConsoleHandlers, 'customers.list' | 'customers.read'> {
  return {
    'customers.list': async ({ scope, query }) => {
      const { search, limit } = query;
      const found = await findCustomers(database, scope, { search, limit: limit + 1 });
      return { customers: found.slice(0, limit), more: found.length > limit };
    },
    'customers.read': async ({ scope, params }) => {
      const found = await readCustomer(database, scope, params.customerId);
      if (found === undefined) throw new ConsoleRefusal('NOT_FOUND');
      return found;
    },
  };
}
