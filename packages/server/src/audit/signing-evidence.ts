import type { Tx } from '../database/database.ts';
import { deploymentLevel } from './audit.ts';

/** What shows that a store had signed before it began to: somebody took its signatures away. */

/** The action by which it is in the deployment's own record. */
export const signingRestarted = 'audit.signing_again';

export interface SigningEvidence {
  /** Where signed heads had been sent. */
  readonly publishedTo: readonly string[];
  readonly signedBlocks: number;
  readonly heads: number;
  /** Earlier records of chains that were broken or signed again. */
  readonly records: number;
}

/** Undefined where nothing shows it, as at the first start with signatures. */
export async function readSigningEvidence(tx: Tx): Promise<SigningEvidence | undefined> {
  const [found] = await tx.sql<SigningEvidence & Record<string, unknown>>(
    `select (select coalesce(array_agg(destination order by destination), '{}')::text[] from audit_publication
         where sent_at is not null) as "publishedTo",
       (select count(*)::int from audit_block where signature is not null) as "signedBlocks",
       (select count(*)::int from audit_head) as heads,
       (select count(*)::int from audit_event where tenant_id = $1 and domain = $2 and object_kind = 'tenant'
         and act in ('audit.broken_chain', $3)) as records`,
    [deploymentLevel.tenantId, deploymentLevel.domain, signingRestarted],
  );
  const { publishedTo, signedBlocks, heads, records } = found!;
  const isFirst = publishedTo.length === 0 && signedBlocks === 0 && heads === 0 && records === 0;
  return isFirst ? undefined : { publishedTo, signedBlocks, heads, records };
}

/** When it was put on record, oldest first. */
export async function readSigningRestarts(tx: Tx): Promise<string[]> {
  const rows = await tx.sql<{ at: string }>(
    `select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at from audit_event
     where tenant_id = $1 and domain = $2 and object_kind = 'tenant' and act = $3 order by event_id`,
    [deploymentLevel.tenantId, deploymentLevel.domain, signingRestarted],
  );
  return rows.map(({ at }) => at);
}
