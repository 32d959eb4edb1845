import type { InvitedPerson } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';
import type { PersonLinks } from './person-links.ts';
import { findProviders } from './provider-queries.ts';

export type Invitation = InvitedPerson['invitation'];

/**
 * How somebody hears that they are invited: by mail. A deployment that sends none tells whoever invites what leads in,
 * which is nothing at all where people of the address sign in by a provider. Call `wake` of the links after the commit.
 */
export async function inviting(
  links: PersonLinks,
  tenantId: string,
): Promise<(tx: Tx, email: string) => Promise<Invitation>> {
  if (links.canMail) {
    const key = await links.prepare(tenantId);
    return async (tx, email) => {
      await links.post(tx, { tenantId, email }, { kind: 'invitation', key });
      return { by: 'mail' };
    };
  }
  return async (tx, email) => {
    const domain = email.slice(email.lastIndexOf('@') + 1);
    const [provider] = await findProviders(tx, { domain, tenant: tenantId });
    if (provider !== undefined) return { by: 'provider', provider: provider.name };
    const { url, minutes } = await links.make(tx, { tenantId, email }, 'invitation');
    return { by: 'link', url, expiresAt: Date.now() + minutes * 60_000 };
  };
}
