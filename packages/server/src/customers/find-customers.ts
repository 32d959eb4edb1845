import type { CustomerDetail, CustomerSummary } from '@gatehouse/contract';
import type { Database } from '../database/database.ts';
import { statement } from '../database/index.ts';
import type { Scope } from '../lib/scope.ts';

interface SummaryRow extends Omit<CustomerSummary, 'createdAt' | 'updatedAt'> {
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
interface DetailRow extends SummaryRow, Pick<CustomerDetail, 'profile' | 'idType' | 'idNumber'> {}

const summaryColumns = `c.domain, c.customer_id as "customerId", c.customer_type as "customerType", c.name,
  coalesce(c.monitored, t.monitoring_default) and c.subject is not null as "isMonitored",
  c.created_at as "createdAt", c.updated_at as "updatedAt"`;

/**
 * Customers whose id begins with the search, or whose name has words that begin with each of its words; without one
 * those that changed last. At most `limit`, in no promised order: the search is what narrows.
 */
export async function findCustomers(
  database: Database,
  scope: Scope,
  ask: { readonly search: string | undefined; readonly limit: number },
): Promise<CustomerSummary[]> {
  const { tenantId, domain } = scope;
  const found =
    ask.search === undefined
      ? statement<SummaryRow>(
          `select ${summaryColumns} from customer c join tenant t on t.tenant_id = c.tenant_id
           where c.tenant_id = $1 and c.domain = $2 order by c.changed_in desc, c.customer_id desc limit $3`,
          [tenantId, domain, ask.limit],
        )
      : statement<SummaryRow>(
          `select ${summaryColumns} from customer c join tenant t on t.tenant_id = c.tenant_id
           where c.tenant_id = $1 and c.domain = $2
             and gatehouse.customer_keys(c.tenant_id, c.domain, c.customer_id, c.name)
               @@ gatehouse.customer_query($1, $2, $4)
           limit $3`,
          [tenantId, domain, ask.limit, ask.search],
        );
  return (await database.read(scope, found)).map(summarize);
}

/** What is known of a customer; undefined where nobody was submitted under this id. */
export async function readCustomer(
  database: Database,
  scope: Scope,
  customerId: string,
): Promise<CustomerDetail | undefined> {
  const [row] = await database.read(
    scope,
    statement<DetailRow>(
      `select ${summaryColumns}, c.profile, c.id_type as "idType", c.id_number as "idNumber"
       from customer c join tenant t on t.tenant_id = c.tenant_id
       where c.tenant_id = $1 and c.domain = $2 and c.customer_id = $3`,
      [scope.tenantId, scope.domain, customerId],
    ),
  );
  if (row === undefined) return undefined;
  const { profile, idType, idNumber } = row;
  return { ...summarize(row), profile, idType, idNumber };
}

function summarize(row: SummaryRow): CustomerSummary {
  const { domain, customerId, customerType, name, isMonitored, createdAt, updatedAt } = row;
  return {
    domain,
    customerId,
    customerType,
    name,
    isMonitored,
    createdAt: createdAt.getTime(),
    updatedAt: updatedAt.getTime(),
  };
}
