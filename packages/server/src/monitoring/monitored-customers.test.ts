import { describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { MonitoredCustomers } from './monitored-customers.ts';
import { createThreadCalls } from './monitoring-thread.ts';

const scope = { tenantId: 'acme', domain: 'retail' };
const customer = (customerId: string) => ({
  customerId,
  subject: { name: `Customer ${customerId}`, customerType: 'individual' },
  stated: null,
  isMonitored: true,
  changedIn: 1,
});

/** Customers read page by page from a store that has three, and a thread that dies before the second page. */
function customersOf({ maxKept }: { readonly maxKept: number }) {
  const pages = [[customer('k-1'), customer('k-2')], [customer('k-3')], []];
  let calls = createThreadCalls();
  const thread = {
    losses: 0,
    ask: async (name: keyof typeof calls, send: never) => calls[name](send),
  };
  const customers = new MonitoredCustomers({ database: storeOf(read), thread: thread as never, maxKept });
  let reads = 0;
  function read() {
    reads += 1;
    if (reads === 2) {
      calls = createThreadCalls();
      thread.losses += 1;
      customers.discardAll();
    }
    return pages.shift() ?? [];
  }
  return customers;
}

function storeOf(read: () => readonly object[]): Database {
  const sql = async (text: string) => {
    if (text.includes('monitoring_default from tenant')) return [{ monitoring_default: true }];
    if (text.includes('pg_snapshot_xmin')) return [{ mark: 9 }];
    return read();
  };
  return { transaction: (_: unknown, work: (tx: object) => unknown) => work({ sql }) } as never;
}

describe('customers that are read into a thread that dies meanwhile', () => {
  it('are not taken for all customers of a scope that is kept', async () => {
    await expect(customersOf({ maxKept: 100 }).refresh(scope)).rejects.toThrow(
      'died while customers were read',
    );
  });

  it('are not taken for a whole part of a scope that does not fit', async () => {
    const customers = customersOf({ maxKept: 100 });
    Object.assign(customers, { refresh: async () => false });
    const parts = customers.parts(scope, { after: null, customerId: null });
    await expect(parts.next()).rejects.toThrow('died while customers were read');
  });
});
