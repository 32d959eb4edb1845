import type { RunSql } from '../database/bootstrap.ts';
import type { Scope } from '../lib/scope.ts';

/**
 * By which key a row is sealed. SQL over a row `r` that answers with the ID of the key as text: the audit ID of its customer, or the link for
 * which there is no customer yet. Null: the row is of nobody. The log may also name a customer or a link that is gone by now.
 */
type Owner = string;

const ownPrefix = 'own ';

/** A key that the row has in the store already: what `parseOwnKey` takes. Of a file that several customers refer to, or that none does yet. */
const own = (id: string): Owner =>
  `(select concat_ws(' ', 'own', k.key_id, encode(k.wrapped_key, 'hex'), k.tenant_id, k.domain)
    from personal_key k where ${inScope('k')} and k.key_id = ${id})`;

interface OwnKey extends Scope {
  readonly keyId: string;
  readonly wrapped: Buffer;
}

/** Undefined for the other answers of an owner. */
export function parseOwnKey(owner: string): OwnKey | undefined {
  if (!owner.startsWith(ownPrefix)) return undefined;
  const [, keyId, wrapped, tenantId, domain] = owner.split(' ') as [string, string, string, string, string];
  return { keyId, wrapped: Buffer.from(wrapped, 'hex'), tenantId, domain };
}

const inScope = (row: string) => `${row}.tenant_id = r.tenant_id and ${row}.domain = r.domain`;

/** A text as an ID; null where it is none. */
const idOf = (text: string) => `case when ${text} ~ '^[0-9a-f-]{36}$' then ${text}::uuid end`;

const customer = (customerId: string): Owner =>
  `(select c.audit_id::text from customer c where ${inScope('c')} and c.customer_id = ${customerId})`;

/** Of a row of a table that has `customer_id`. */
const through = (table: string, key: string, id: string): Owner =>
  `(select c.audit_id::text from ${table} t join customer c on ${inScope('c')} and c.customer_id = t.customer_id
    where ${inScope('t')} and t.${key} = ${id})`;

/** Of a row of a table that names an execution. */
const throughExecution = (table: string, { key, id, execution }: Step): Owner =>
  `(select c.audit_id::text from ${table} t
    join execution e on ${inScope('e')} and e.execution_id = t.${execution}
    join customer c on ${inScope('c')} and c.customer_id = e.customer_id
    where ${inScope('t')} and t.${key} = ${id})`;

interface Step {
  readonly key: string;
  readonly id: string;
  readonly execution: string;
}

const execution = (id: string) => through('execution', 'execution_id', id);
const caseOf = (caseNo: string) => through('case_record', 'case_no', caseNo);
const link = (id: string) => through('link', 'link_id', id);
const delivery = (id: string) =>
  throughExecution('webhook_delivery', { key: 'delivery_id', id, execution: 'execution_id' });
const scan = (id: string) =>
  throughExecution('quick_scan', { key: 'scan_id', id, execution: 'case_execution_id' });
const flowFile = (id: string) =>
  throughExecution('flow_file', { key: 'file_id', id, execution: 'execution_id' });
/** As codes are named: by execution and node. */
const code = (key: string) => execution(idOf(`split_part(${key}, '/', 1)`));

const messagePrefix = 'message ';
/** The log alone knows whom a message went to, and has no index for it: `readMessageOwners` reads them all at once. */
const message = (id: string): Owner => `'${messagePrefix}' || ${id}`;

const audited = `case r.object_kind
    when 'execution' then ${execution(idOf('r.object_id'))}
    when 'case' then ${caseOf('r.object_id')}
    when 'link' then coalesce(${link(idOf('r.object_id'))}, r.object_id)
    when 'delivery' then ${delivery(idOf('r.object_id'))}
    when 'quickscan' then coalesce(${own(idOf('r.object_id'))}, ${scan(idOf('r.object_id'))})
    when 'message' then ${message('r.object_id')}
    when 'upload' then ${own(idOf('r.object_id'))}
    when 'code' then ${code('r.object_id')}
    when 'customer' then r.object_id
    when 'monitoringRun' then ${through('monitoring_run', 'run_id', idOf('r.object_id'))}
    when 'domain' then case r.act when 'case_list.export' then ${customer("(r.detail ->> 'customerId')")} end
    when 'tenant' then case r.act when 'audit.export' then (
      select min(c.audit_id::text) from customer c where c.tenant_id = r.tenant_id and c.customer_id = r.detail ->> 'objectId') end
  end`;

const ofCustomer = customer('r.customer_id');
const ofExecution = execution('r.execution_id');
const ofCase = caseOf('r.case_no');

/** Rows under another key than what they refer to: they go where that goes. */
export const goWith: Readonly<Record<string, { readonly column: string; readonly table: string }>> = {
  case_attachment: { column: 'upload_id', table: 'upload' },
};

/** By table: those of the list of personal tables, and those that hang on their rows. Where a customer is erased, its rows go, or their text does. */
export const rowOwners: Readonly<Record<string, Owner>> = {
  ...Object.fromEntries(
    [
      ...['case_record', 'alert', 'execution', 'monitoring_start', 'monitoring_run', 'ruling'],
      ...['customer_parties', 'legal_hold', 'erasure', 'assurance_customer', 'assurance_pair'],
    ].map((table) => [table, ofCustomer]),
  ),
  ...Object.fromEntries(
    ['flow_draft', 'flow_given', 'flow_file', 'upload_reference', 'visit', 'idempotency_key'].map((table) => [
      table,
      ofExecution,
    ]),
  ),
  ...Object.fromEntries(
    ['document_review', 'document_request', 'case_note', 'case_attachment', 'entity_pair_decision'].map(
      (table) => [table, ofCase],
    ),
  ),
  customer: 'r.audit_id::text',
  case_view: customer("(r.search ->> 'customerId')"),
  webhook_delivery: ofExecution,
  webhook_attempt: delivery('r.delivery_id'),
  quick_scan: `coalesce(${own('r.scan_id')}, ${execution('r.case_execution_id')})`,
  quick_scan_hit: `coalesce(${own('r.scan_id')}, ${scan('r.scan_id')})`,
  flow_file_part: flowFile('r.file_id'),
  link: `coalesce(${ofCustomer}, r.link_id::text)`,
  flow_session: `coalesce(${link('r.link_id')}, r.link_id::text)`,
  one_time_code: code('r.subject_key'),
  message: message('r.message_id'),
  message_attempt: message('r.message_id'),
  upload: own('r.upload_id'),
  audit_event: audited,
};

/** The audit IDs of the customers to whom messages went, by what `rowOwners` has in their place. */
export async function readMessageOwners(run: RunSql): Promise<ReadonlyMap<string, string>> {
  const { rows } = await run<{ messageId: string; auditId: string }>(
    `select distinct r.detail ->> 'messageId' as "messageId", o.id as "auditId"
     from audit_event r cross join lateral (select ${audited} as id) o
     where r.detail ? 'messageId' and r.object_kind in ('code', 'link') and o.id is not null`,
  );
  return new Map(rows.map(({ messageId, auditId }) => [messagePrefix + messageId, auditId]));
}

/** What an erasure leaves of a row `r` that it does not delete: columns as they are then. A record of the log keeps its hash, so that the chain verifies. */
export const leftOfRows: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  audit_event: {
    detail_hash: `coalesce(r.detail_hash, sha256(convert_to(coalesce(r.salt || E'\\n', '') || r.detail, 'UTF8')))`,
    detail: `'{}'`,
    salt: 'null',
  },
  entity_pair_decision: { reason: `'The reason was erased with the customer of the case.'` },
};

/** The same for an update of the table, which it calls `r`. */
export function columnsLeft(table: 'audit_event' | 'entity_pair_decision'): string {
  const columns = Object.entries(leftOfRows[table]!);
  return columns.map(([column, value]) => `${column} = ${value}`).join(', ');
}
