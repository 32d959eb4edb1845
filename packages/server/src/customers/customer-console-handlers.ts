import { phrase } from '@gatehouse/contract';
import { recordAudit } from '../audit/index.ts';
import { type ConsoleHandlers, ConsoleRefusal } from '../console-api/index.ts';
import type { Database } from '../database/database.ts';
import type { Clock } from '../lib/clock.ts';
import { findCustomers, readCustomer } from './find-customers.ts';
import { keepAuditId } from './monitoring-queries.ts';

/** What people read of customers, and state of them, over the console's interface. */
export function customerConsoleHandlers({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): Pick<ConsoleHandlers, 'customers.list' | 'customers.read' | 'customers.endRelationship'> {
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
    'customers.endRelationship': ({ scope, params: { customerId }, body: { endedOn }, user }) =>
      database.transaction(scope, async (tx) => {
        // Wherever on earth somebody states it, the day may have begun there.
        const latest = new Date(clock.now().getTime() + 14 * 3_600_000).toISOString().slice(0, 10);
        if (endedOn !== null && endedOn > latest) {
          throw new ConsoleRefusal('INVALID', phrase('refusals.relationshipEndsLater'), { field: 'endedOn' });
        }
        // A year that was mistyped would have retention delete the customer at once; the store has no year 0.
        if (endedOn !== null && endedOn < '1900') {
          throw new ConsoleRefusal('INVALID', phrase('refusals.relationshipEndsEarlier'), {
            field: 'endedOn',
          });
        }
        const auditId = await keepAuditId(tx, scope, customerId);
        if (auditId === undefined) throw new ConsoleRefusal('NOT_FOUND');
        await tx.sql(
          `update customer set relationship_ended_on = $4::date
           where tenant_id = $1 and domain = $2 and customer_id = $3`,
          [scope.tenantId, scope.domain, customerId, endedOn],
        );
        await recordAudit(tx, scope, {
          actor: { kind: 'user', id: user.email },
          act: endedOn === null ? 'customer.resume_relationship' : 'customer.end_relationship',
          object: { kind: 'customer', id: auditId },
          detail: { customerId, endedOn },
        });
        return { relationshipEndedOn: endedOn };
      }),
  };
}
