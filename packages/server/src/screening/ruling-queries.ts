import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import type { Facts, Ruling, RulingWord } from './rulings.ts';

/** A ruling as a reviewer makes it; it never changes afterwards, a later one stands beside it. */
export interface NewRuling {
  readonly customerId: string;
  readonly entityId: string;
  readonly ruling: RulingWord;
  /** The reviewer's own words. */
  readonly reason: string;
  readonly caseNo?: string;
  /** What the list said of the entity and what was known of the subject when the reviewer ruled. */
  readonly entityFacts: Facts;
  readonly subjectFacts: Facts;
  /** The reviewer. */
  readonly ruledBy: string;
}

/** A ruling as people read it. */
export interface RulingView {
  readonly entityId: string;
  readonly ruling: RulingWord;
  /** Rulings of a customer on an entity are numbered; the newest counts. */
  readonly revision: number;
  readonly reason: string;
  readonly caseNo: string | null;
  readonly ruledBy: string;
  /** Epoch milliseconds. */
  readonly ruledAt: number;
}

interface RulingRow {
  entity_id: string;
  ruling: RulingWord;
  revision: number;
  entity_facts: Partial<Facts>;
  subject_facts: Partial<Facts>;
}

/** The newest ruling of a customer on each of the given entities, by entity id; entities without one are absent. */
export async function newestRulings(
  tx: Tx,
  scope: Scope,
  of: { readonly customerId: string; readonly entityIds: readonly string[] },
): Promise<Map<string, Ruling>> {
  if (of.entityIds.length === 0) return new Map();
  const rows = await tx.sql<RulingRow>(
    `select distinct on (entity_id) entity_id, ruling, revision, entity_facts, subject_facts
       from ruling
      where tenant_id = $1 and domain = $2 and customer_id = $3 and entity_id = any($4::text[])
      order by entity_id, revision desc`,
    [scope.tenantId, scope.domain, of.customerId, [...new Set(of.entityIds)]],
  );
  return new Map(
    rows.map((row) => [
      row.entity_id,
      {
        entityId: row.entity_id,
        ruling: row.ruling,
        revision: row.revision,
        entityFacts: row.entity_facts,
        subjectFacts: row.subject_facts,
      },
    ]),
  );
}

/** Every ruling of a customer, earlier ones included, newest first. */
export async function listRulings(
  tx: Tx,
  scope: Scope,
  of: { readonly customerId: string; readonly limit: number },
): Promise<RulingView[]> {
  return tx.sql<RulingView & Record<string, unknown>>(
    `select entity_id as "entityId", ruling, revision, reason, case_no as "caseNo", ruled_by as "ruledBy",
       (extract(epoch from ruled_at) * 1000)::bigint as "ruledAt"
     from ruling where tenant_id = $1 and domain = $2 and customer_id = $3
     order by ruled_at desc, entity_id, revision desc limit $4`,
    [scope.tenantId, scope.domain, of.customerId, of.limit],
  );
}

/**
 * Appends a ruling and answers its revision. Two reviewers ruling on the same entity in the same instant
 * collide on the key: the later transaction fails and may be repeated.
 */
export async function appendRuling(tx: Tx, scope: Scope, ruling: NewRuling): Promise<number> {
  const rows = await tx.sql<{ revision: number }>(
    `insert into ruling (tenant_id, domain, customer_id, entity_id, revision, ruling, reason, case_no,
                         entity_facts, subject_facts, ruled_by)
     select $1, $2, $3, $4, coalesce(max(revision), 0) + 1, $5, $6, $7, $8::jsonb, $9::jsonb, $10
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
    ],
  );
  return rows[0]!.revision;
}
