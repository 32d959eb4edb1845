import type { InvitedPerson } from '@gatehouse/contract';
import type { Tx } from '../database/database.ts';
import type { PersonLinks } from './person-links.ts';
import { findProviders } from './provider-queries.ts';

export type Invitation = InvitedPerson['invitation'];

/**
 * Prepares how an invitation reaches a person: by mail; without mail by a link that the inviting person passes on. People
 * whose address belongs to an identity provider need neither. Call `wake` of the links after the commit.
 */
export async function prepareInvitation(
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
