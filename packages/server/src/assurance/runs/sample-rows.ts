import type { Subject } from '@gatehouse/matching';
import { type Actor, recordAudit } from '../../audit/index.ts';
import { readScreenedCustomers } from '../../customers/index.ts';
import type { Tx } from '../../database/database.ts';
import type { Scope } from '../../lib/scope.ts';
import { readSubject } from '../../screening/index.ts';
import type { BandRulings } from '../run/missed-estimate.ts';
import { bandBounds, bandOf, type DrawnPair, type ListedSide } from '../run/pairs-below.ts';

/** The tenant's own customers in a test of screening: which were drawn, and what people ruled on pairs with list entries. */

/** A customer of the sample as it is screened. */
export interface SampledCustomer {
  readonly customerId: string;
  readonly subject: Subject;
}

export type PairRuling = 'MATCH' | 'NO_MATCH' | 'UNSURE';

export interface PairRow {
  readonly pairNo: number;
  readonly customerId: string;
  readonly score: number;
  readonly source: string;
  readonly entityId: string;
  readonly listed: ListedSide;
  readonly ruling: PairRuling | null;
  readonly ruledBy: string | null;
  readonly ruledAt: number | null;
}

/** Draws customers with a name by the seed: references alone. How many there are. */
export async function drawCustomers(
  tx: Tx,
  scope: Scope,
  {
    assuranceRunId,
    seed,
    most,
  }: { readonly assuranceRunId: string; readonly seed: number; readonly most: number },
): Promise<number> {
  const drawn = await tx.sql(
    `insert into assurance_customer (tenant_id, domain, run_id, place, customer_id)
     select $1, $2, $3, row_number() over (order by draw, customer_id) - 1, customer_id from (
       select customer_id, md5($4::text || ' ' || customer_id) collate "C" as draw from customer
       where tenant_id = $1 and domain = $2 and subject ? 'name'
       order by draw, customer_id limit $5
     ) chosen returning 1`,
    [scope.tenantId, scope.domain, assuranceRunId, String(seed), most],
  );
  return drawn.length;
}

/** Some of the sample as they are now; one that was erased, or that nothing can be screened of, is not among them. */
export async function readSample(
  tx: Tx,
  scope: Scope,
  {
    assuranceRunId,
    from,
    to,
  }: { readonly assuranceRunId: string; readonly from: number; readonly to: number },
): Promise<SampledCustomer[]> {
  const rows = await tx.sql<{ customerId: string }>(
    `select customer_id as "customerId" from assurance_customer
     where tenant_id = $1 and domain = $2 and run_id = $3 and place >= $4 and place < $5 order by place`,
    [scope.tenantId, scope.domain, assuranceRunId, from, to],
  );
  const now = new Date();
  const customers = await readScreenedCustomers(
    tx,
    scope,
    rows.map(({ customerId }) => customerId),
  );
  return customers.flatMap(({ customerId, fields }) => {
    const read = readSubject(fields, { customerId, now });
    return read.ok ? [{ customerId, subject: read.subject }] : [];
  });
}

/** Keeps the drawn pairs of customers that are still there, and lets the sample go. */
export async function writePairs(
  tx: Tx,
  scope: Scope,
  { assuranceRunId, pairs }: { readonly assuranceRunId: string; readonly pairs: readonly DrawnPair[] },
): Promise<void> {
  const key = [scope.tenantId, scope.domain, assuranceRunId];
  const rows = pairs.map((pair, at) => ({ ...pair, pairNo: at + 1 }));
  await tx.sql(
    `insert into assurance_pair (tenant_id, domain, run_id, pair_no, customer_id, score, source, entity_id, listed)
     select $1, $2, $3, p."pairNo", p."customerId", p.score, p.source, p."entityId", p.listed
     from jsonb_to_recordset($4::jsonb) as p ("pairNo" integer, "customerId" text, score double precision, source text,
       "entityId" text, listed jsonb)
     join customer c on c.tenant_id = $1 and c.domain = $2 and c.customer_id = p."customerId"`,
    [...key, JSON.stringify(rows)],
  );
  await dropSample(tx, scope, assuranceRunId);
}

/** Lets the sample of a run go that has ended. */
export async function dropSample(tx: Tx, scope: Scope, assuranceRunId: string): Promise<void> {
  await tx.sql('delete from assurance_customer where tenant_id = $1 and domain = $2 and run_id = $3', [
    scope.tenantId,
    scope.domain,
    assuranceRunId,
  ]);
}

export async function readPairs(tx: Tx, scope: Scope, assuranceRunId: string): Promise<PairRow[]> {
  return tx.sql<PairRow & Record<string, unknown>>(
    `select pair_no as "pairNo", customer_id as "customerId", score, source, entity_id as "entityId", listed, ruling,
       ruled_by as "ruledBy", (extract(epoch from ruled_at) * 1000)::bigint as "ruledAt"
     from assurance_pair where tenant_id = $1 and domain = $2 and run_id = $3 order by pair_no`,
    [scope.tenantId, scope.domain, assuranceRunId],
  );
}

/** How many pairs of each band were ruled on, and how. */
export function countRulings(rows: readonly Pick<PairRow, 'score' | 'ruling'>[]): BandRulings[] {
  const bands = Map.groupBy(rows, ({ score }) => bandOf(score));
  return [...bands].map(([band, pairs]) => {
    const count = (ruling: PairRuling) => pairs.filter((pair) => pair.ruling === ruling).length;
    return {
      from: bandBounds(band).from,
      match: count('MATCH'),
      noMatch: count('NO_MATCH'),
      unsure: count('UNSURE'),
      left: pairs.length,
    };
  });
}

/** Rules on a pair; false where there is none. The audit log has which and how, and nothing of the customer. */
export async function rulePair(
  tx: Tx,
  scope: Scope,
  ruled: {
    readonly assuranceRunId: string;
    readonly pairNo: number;
    readonly ruling: PairRuling;
    readonly actor: Actor;
  },
): Promise<boolean> {
  const { assuranceRunId, pairNo, ruling, actor } = ruled;
  const [before] = await tx.sql<{ ruling: PairRuling | null }>(
    `select ruling from assurance_pair where tenant_id = $1 and domain = $2 and run_id = $3 and pair_no = $4 for update`,
    [scope.tenantId, scope.domain, assuranceRunId, pairNo],
  );
  if (before === undefined) return false;
  await tx.sql(
    `update assurance_pair set ruling = $5, ruled_by = $6, ruled_at = now()
     where tenant_id = $1 and domain = $2 and run_id = $3 and pair_no = $4`,
    [scope.tenantId, scope.domain, assuranceRunId, pairNo, ruling, actor.id],
  );
  await recordAudit(tx, scope, {
    actor,
    act: 'assurance_run.rule',
    object: { kind: 'assurance_run', id: assuranceRunId },
    detail: { pairNo, ruling, before: before.ruling },
  });
  return true;
}
