import type { ScreenedSubject } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import type { Ruling, RulingFacts, RulingVerdict } from './rulings.ts';

/** A ruling as a reviewer makes it; it never changes afterwards, a later one is beside it. */
export interface NewRuling {
  readonly customerId: string;
  readonly entityId: string;
  /** Whom of the customer it is about. */
  readonly subject: ScreenedSubject;
  readonly ruling: RulingVerdict;
  /** The reviewer's own words. */
  readonly reason: string;
  readonly caseNo?: string;
  /** What the list said of the entity and what was known of the subject when the reviewer ruled. */
  readonly entityFacts: RulingFacts;
  readonly subjectFacts: RulingFacts;
  /** The reviewer. */
  readonly ruledBy: string;
}

/** A ruling as people read it. */
export interface RulingView {
  readonly entityId: string;
  /** Null of rulings from before that was kept. */
  readonly subject: ScreenedSubject | null;
  readonly ruling: RulingVerdict;
  /** Rulings of a customer on an entity are numbered; of each subject the newest counts. */
  readonly revision: number;
  readonly reason: string;
  readonly caseNo: string | null;
  readonly ruledBy: string;
  /** Epoch milliseconds. */
  readonly ruledAt: number;
}

/** Whom a `ruling r` is about, as JSON. */
const subjectJson = `case when r.subject_key is not null then jsonb_build_object('key', r.subject_key,
  'name', r.subject -> 'name', 'role', case when r.subject_key = 'self' then to_jsonb('self'::text) else r.subject -> 'role' end,
  'percent', r.subject -> 'percent') end`;

/** A `ruling r` as people read it, as JSON. */
export const rulingJson = `jsonb_build_object('entityId', r.entity_id, 'subject', ${subjectJson}, 'ruling', r.ruling,
  'revision', r.revision, 'reason', r.reason, 'caseNo', r.case_no, 'ruledBy', r.ruled_by,
  'ruledAt', (extract(epoch from r.ruled_at) * 1000)::bigint)`;

interface RulingRow {
  customer_id: string;
  subject_key: string;
  entity_id: string;
  ruling: RulingVerdict;
  revision: number;
  entity_facts: Partial<RulingFacts>;
  subject_facts: Partial<RulingFacts>;
}

/** Rulings of subjects, by subject key and then by entity. */
type RulingsBySubject = Map<string, ReadonlyMap<string, Ruling>>;

/**
 * The newest rulings of a customer on the given entities: for each of the given subjects those on entities by their
 * ids. What nobody ruled on is absent, and so is a ruling of which it is not known whom it was about.
 */
export async function newestRulings(
  tx: Tx,
  scope: Scope,
  of: {
    readonly customerId: string;
    readonly subjectKeys: readonly string[];
    readonly entityIds: readonly string[];
  },
): Promise<RulingsBySubject> {
  const { customerId, ...asked } = of;
  const found = await newestRulingsOfCustomers(tx, scope, { ...asked, customerIds: [customerId] });
  return found.get(customerId) ?? new Map();
}

/** The same of several customers, by customer. */
export async function newestRulingsOfCustomers(
  tx: Tx,
  scope: Scope,
  of: {
    readonly customerIds: readonly string[];
    readonly subjectKeys: readonly string[];
    readonly entityIds: readonly string[];
  },
): Promise<Map<string, RulingsBySubject>> {
  const found = new Map<string, Map<string, Map<string, Ruling>>>();
  if (of.entityIds.length === 0) return found;
  const rows = await tx.sql<RulingRow>(
    `select distinct on (customer_id, subject_key, entity_id) customer_id, subject_key, entity_id, ruling, revision,
         entity_facts, subject_facts
       from ruling
      where tenant_id = $1 and domain = $2 and customer_id = any($3::text[]) and entity_id = any($4::text[])
        and subject_key = any($5::text[])
      order by customer_id, subject_key, entity_id, revision desc`,
    [scope.tenantId, scope.domain, of.customerIds, [...new Set(of.entityIds)], [...new Set(of.subjectKeys)]],
  );
  for (const row of rows) {
    const ofCustomer = found.get(row.customer_id) ?? new Map<string, Map<string, Ruling>>();
    const ofSubject = ofCustomer.get(row.subject_key) ?? new Map<string, Ruling>();
    ofSubject.set(row.entity_id, {
      entityId: row.entity_id,
      ruling: row.ruling,
      revision: row.revision,
      entityFacts: row.entity_facts,
      subjectFacts: row.subject_facts,
    });
    ofCustomer.set(row.subject_key, ofSubject);
    found.set(row.customer_id, ofCustomer);
  }
  return found;
}

/** Every ruling of a customer, earlier ones included, newest first. */
export async function listRulings(
  tx: Tx,
  scope: Scope,
  of: { readonly customerId: string; readonly limit: number; readonly entityIds?: readonly string[] },
): Promise<RulingView[]> {
  return tx.sql<RulingView & Record<string, unknown>>(
    `select r.entity_id as "entityId", ${subjectJson} as subject, r.ruling, r.revision, r.reason, r.case_no as "caseNo",
       r.ruled_by as "ruledBy", (extract(epoch from r.ruled_at) * 1000)::bigint as "ruledAt"
     from ruling r where r.tenant_id = $1 and r.domain = $2 and r.customer_id = $3
       and ($5::text[] is null or r.entity_id = any($5::text[]))
     order by r.ruled_at desc, r.entity_id, r.revision desc limit $4`,
    [scope.tenantId, scope.domain, of.customerId, of.limit, of.entityIds ?? null],
  );
}

/**
 * Appends a ruling and answers its revision. Two reviewers ruling on the same entity in the same instant
 * collide on the key: the later transaction fails and may be repeated.
 */
export async function appendRuling(tx: Tx, scope: Scope, ruling: NewRuling): Promise<number> {
  const { key, name, role, percent } = ruling.subject;
  const rows = await tx.sql<{ revision: number }>(
    `insert into ruling (tenant_id, domain, customer_id, entity_id, revision, ruling, reason, case_no,
                         entity_facts, subject_facts, ruled_by, subject_key, subject)
     select $1, $2, $3, $4, coalesce(max(revision), 0) + 1, $5, $6, $7, $8::jsonb, $9::jsonb, $10, $11, $12::jsonb
       from ruling
      where tenant_id = $1 and domain = $2 and customer_id = $3 and entity_id = $4
     returning revision`,
    [
      scope.tenantId,
      scope.domain,
      ruling.customerId,
      ruling.entityId,
      ruling.ruling,
      ruling.reason,
      ruling.caseNo ?? null,
      JSON.stringify(ruling.entityFacts),
      JSON.stringify(ruling.subjectFacts),
      ruling.ruledBy,
      key,
      JSON.stringify({ name, role, percent }),
    ],
  );
  return rows[0]!.revision;
}
