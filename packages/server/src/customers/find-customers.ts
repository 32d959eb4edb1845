import type { CustomerDetail, CustomerSummary } from '@gatehouse/contract';
import type { Database, Tx } from '../database/database.ts';
import {
  idPrefixCondition,
  parseSearchTerms,
  type SearchTerms,
  statement,
  wordPrefixCondition,
} from '../database/index.ts';
import type { Scope } from '../lib/scope.ts';
import { hasSubject, screenedName } from './customer-parties.ts';

interface SummaryRow extends Omit<CustomerSummary, 'createdAt' | 'updatedAt'> {
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
interface DetailRow
  extends SummaryRow,
    Pick<CustomerDetail, 'profile' | 'idType' | 'idNumber' | 'relationshipEndedOn'> {}

const summaryColumns = `c.domain, c.customer_id as "customerId", c.customer_type as "customerType",
  coalesce(c.name, ${screenedName({ tenantId: 'c.tenant_id', domain: 'c.domain', customerId: 'c.customer_id' })}) as name,
  coalesce(c.monitored, t.monitoring_default) and ${hasSubject} as "isMonitored",
  c.created_at as "createdAt", c.updated_at as "updatedAt", latest."latestCase"`;

/** Customers with their tenant and the case that was opened last: one look into an index for each. */
const summarySource = `customer c join tenant t on t.tenant_id = c.tenant_id
  left join lateral (
    select jsonb_build_object('caseNo', k.case_no, 'status', k.status, 'eventType', k.event_type,
      'awaitsSecondApproval', k.status = 'OTHER_GROUP' and k.proposal ->> 'reason' is not null,
      'isPending', k.pending is not null, 'riskScore', k.risk_score) as "latestCase"
    from case_record k
    where k.tenant_id = c.tenant_id and k.domain = c.domain and k.customer_id = c.customer_id
    order by k.opened_at desc limit 1
  ) latest on true`;

/**
 * Customers whose id begins with the search, or whose name has words that begin with each of its words; without one
 * those that changed last. At most `limit`, in no promised order: the search is what narrows.
 */
export function findCustomers(
  database: Database,
  scope: Scope,
  request: { readonly search: string | undefined; readonly limit: number },
): Promise<CustomerSummary[]> {
  const { tenantId, domain } = scope;
  return database.transaction(scope, async (tx) => {
    const ids =
      request.search === undefined
        ? undefined
        : await findIds(tx, scope, { ...request, search: request.search });
    const rows = await tx.sql<SummaryRow & Record<string, unknown>>(
      ids === undefined
        ? `select ${summaryColumns} from ${summarySource}
           where c.tenant_id = $1 and c.domain = $2 order by c.changed_in desc, c.customer_id desc limit $3`
        : `select ${summaryColumns} from ${summarySource}
           where c.tenant_id = $1 and c.domain = $2 and c.customer_id = any($3::text[])
           order by c.name, c.customer_id`,
      [tenantId, domain, ids ?? request.limit],
    );
    return rows.map(summarize);
  });
}

/** Ids of whom the whole text begins, then of those whose names have all its words. */
async function findIds(
  tx: Tx,
  { tenantId, domain }: Scope,
  request: { readonly search: string; readonly limit: number },
): Promise<string[]> {
  const { whole, words } = await parseSearchTerms(tx, request.search);
  const own = customerWords({ tenantId: '$1', domain: '$2', customerId: 'w.customer_id' });
  const has = (place: string) =>
    `exists (select from ${own} o (word) where ${wordPrefixCondition('o', place)})`;
  const ofWords = (place: string, ...others: string[]) =>
    `select w.customer_id from customer_word w where w.tenant_id = $1 and w.domain = $2
       and ${wordPrefixCondition('w', place)} and ${[place, ...others].map(has).join(' and ')} limit $3`;
  const rows = await tx.sql<{ customerId: string }>(
    `(select c.customer_id as "customerId" from customer c where c.tenant_id = $1 and c.domain = $2
        and ${idPrefixCondition('c.customer_id', '$4')} limit $3)
     union (${ofWords('$4')})
     union (${ofWords('$5', ...words.slice(1).map((_, index) => `$${index + 6}`))})
     limit $3`,
    [tenantId, domain, request.limit, whole, words[0] ?? null, ...words.slice(1)],
  );
  return rows.map(({ customerId }) => customerId);
}

/** SQL: the words of one customer by which it is found: its id and the name that it is shown with. */
function customerWords(of: { tenantId: string; domain: string; customerId: string }): string {
  return `(select gatehouse.plain_text(c.customer_id) from customer c where ${sameCustomer(of)}
    union all
    select gatehouse.plain_words(coalesce(c.name, ${screenedName(of)})) from customer c where ${sameCustomer(of)})`;
}

const sameCustomer = (of: { tenantId: string; domain: string; customerId: string }) =>
  `c.tenant_id = ${of.tenantId} and c.domain = ${of.domain} and c.customer_id = ${of.customerId}`;

/**
 * Customers to whom a search may lead, some of them several times: their id begins with all of it, or they or a case of theirs
 * have a word that begins with all of it or with its longest word. At most `limit` of each of these.
 */
export async function findCandidates(
  tx: Tx,
  { tenantId, domain }: Scope,
  { whole, words, limit }: SearchTerms & { readonly limit: number },
): Promise<string[]> {
  const beginnings = [whole, ...words.slice(0, 1).filter((word) => word !== whole)];
  const rows = await tx.sql<{ customerId: string }>(
    candidatesOf(beginnings.map((_, index) => `$${index + 4}`))
      .map((query) => `(${query} limit $3)`)
      .join(' union all '),
    [tenantId, domain, limit, ...beginnings],
  );
  return rows.map(({ customerId }) => customerId);
}

/** SQL: the same by the places of their beginnings, that of all of it first. `$1` and `$2` are tenant and domain. */
export function candidatesOf(beginnings: readonly string[]): string[] {
  return [
    `select c.customer_id as "customerId" from customer c where c.tenant_id = $1 and c.domain = $2
       and ${idPrefixCondition('c.customer_id', beginnings[0]!)}`,
    ...beginnings.map(
      (place) => `select w.customer_id as "customerId" from customer_word w
       where w.tenant_id = $1 and w.domain = $2 and ${wordPrefixCondition('w', place)}`,
    ),
  ];
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
      `select ${summaryColumns}, c.profile, c.id_type as "idType", c.id_number as "idNumber",
         c.relationship_ended_on::text as "relationshipEndedOn"
       from ${summarySource}
       where c.tenant_id = $1 and c.domain = $2 and c.customer_id = $3`,
      [scope.tenantId, scope.domain, customerId],
    ),
  );
  if (row === undefined) return undefined;
  const { profile, idType, idNumber, relationshipEndedOn } = row;
  return { ...summarize(row), profile, idType, idNumber, relationshipEndedOn };
}

function summarize(row: SummaryRow): CustomerSummary {
  const { domain, customerId, customerType, name, isMonitored, latestCase, createdAt, updatedAt } = row;
  return {
    domain,
    customerId,
    customerType,
    name,
    isMonitored,
    latestCase,
    createdAt: createdAt.getTime(),
    updatedAt: updatedAt.getTime(),
  };
}
