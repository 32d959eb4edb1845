import type { Tx } from '../database/database.ts';
import type { Scope } from '../lib/scope.ts';
import type { EntityPairDecision } from './entity-groups.ts';

/** The newest decision on each pair among these entries, the newest first. */
export async function readPairDecisions(
  tx: Tx,
  scope: Scope,
  entityIds: readonly string[],
): Promise<EntityPairDecision[]> {
  return await tx.sql<EntityPairDecision & Record<string, unknown>>(
    `select "firstId", "secondId", "isSame", "decidedBy", reason from (
       select distinct on (first_id, second_id) first_id as "firstId", second_id as "secondId", is_same as "isSame",
         decided_by as "decidedBy", reason, decided_at
       from entity_pair_decision
       where tenant_id = $1 and domain = $2 and first_id = any($3::text[]) and second_id = any($3::text[])
       order by first_id, second_id, revision desc
     ) newest order by decided_at desc`,
    [scope.tenantId, scope.domain, entityIds],
  );
}

/**
 * Appends a decision on two entries. It is dated by the moment and not by the start of its transaction: the newest
 * decision on a pair always holds, whatever others were made while the transaction waited. @returns its revision
 */
export async function appendPairDecision(
  tx: Tx,
  scope: Scope,
  decision: {
    readonly entityIds: readonly [string, string];
    readonly isSame: boolean;
    readonly reason: string;
    readonly caseNo: string;
    readonly decidedBy: string;
  },
): Promise<number> {
  const [firstId, secondId] = decision.entityIds.toSorted();
  // Decisions on one pair are numbered: two cases decide one after the other.
  await tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `entity pair ${scope.tenantId} ${scope.domain} ${firstId} ${secondId}`,
  ]);
  const [row] = await tx.sql<{ revision: number }>(
    `insert into entity_pair_decision (tenant_id, domain, first_id, second_id, revision, is_same, reason, case_no, decided_by,
       decided_at)
     select $1, $2, $3, $4, coalesce(max(revision), 0) + 1, $5, $6, $7, $8, clock_timestamp() from entity_pair_decision
     where tenant_id = $1 and domain = $2 and first_id = $3 and second_id = $4
     returning revision`,
    [
      scope.tenantId,
      scope.domain,
      firstId,
      secondId,
      decision.isSame,
      decision.reason,
      decision.caseNo,
      decision.decidedBy,
    ],
  );
  return row!.revision;
}
