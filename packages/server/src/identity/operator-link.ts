import { recordAudit, tenantLevel } from '../audit/index.ts';
import type { Tx } from '../database/database.ts';
import type { PersonKey } from './account-queries.ts';
import { makeLink } from './person-links.ts';

export type OperatorLink =
  | {
      readonly ok: true;
      readonly url: string;
      readonly kind: 'invitation' | 'reset';
      readonly minutes: number;
    }
  | { readonly ok: false; readonly reason: 'notFound' | 'disabled' };

/**
 * A link by which somebody chooses a password, for the operator: the way back where nobody of a tenant can
 * make one any more. On record as the operator's. For operator transactions.
 */
export async function makeOperatorLink(tx: Tx, person: PersonKey, publicUrl: string): Promise<OperatorLink> {
  const { tenantId, email } = person;
  const [found] = await tx.sql<{ enabled: boolean; hasPassword: boolean }>(
    `select u.enabled and t.enabled as enabled, u.password_hash is not null as "hasPassword"
     from user_account u join tenant t using (tenant_id) where u.tenant_id = $1 and u.email = $2 for update of u`,
    [tenantId, email],
  );
  if (found === undefined) return { ok: false, reason: 'notFound' };
  if (!found.enabled) return { ok: false, reason: 'disabled' };
  const kind = found.hasPassword ? 'reset' : 'invitation';
  const { linkId, url, minutes } = await makeLink(tx, person, { kind, publicUrl });
  await recordAudit(
    tx,
    { tenantId, domain: tenantLevel },
    {
      actor: { kind: 'operator', id: 'gatehouse' },
      act: 'user.make_reset',
      object: { kind: 'user', id: email },
      detail: { linkId, by: 'link' },
    },
  );
  return { ok: true, url, kind, minutes };
}
