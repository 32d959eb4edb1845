import type { ConsoleBody, ConsoleData } from '@gatehouse/contract';
import { phrase } from '@gatehouse/contract';
import { deploymentLevel, recordAudit, tenantLevel } from '../audit/index.ts';
import { ConsoleRefusal, type ConsoleUser } from '../console-api/index.ts';
import type { Database } from '../database/database.ts';
import { prepareInvitation } from './invite-person.ts';
import { insertPerson, listPeople, lockPeople, updatePerson } from './people-queries.ts';
import type { PersonLinks } from './person-links.ts';

/**
 * Lets the operator invite the first admin of a tenant, again where the first link was lost. Once anybody of the tenant
 * has signed in, it is theirs: an operator who could still invite would let themselves in. @throws ConsoleRefusal
 */
export async function inviteFirstAdmin(
  { database, links }: { readonly database: Database; readonly links: PersonLinks },
  operator: ConsoleUser,
  { tenantId, body }: { readonly tenantId: string; readonly body: ConsoleBody<'tenants.inviteAdmin'> },
): Promise<ConsoleData<'tenants.inviteAdmin'>> {
  const email = body.email.trim().toLowerCase();
  const isThere = await database.operator((tx) =>
    tx.sql('select 1 from tenant where tenant_id = $1', [tenantId]),
  );
  if (isThere.length === 0) throw new ConsoleRefusal('NOT_FOUND');
  const send = await prepareInvitation(links, tenantId);
  const invitation = await database.operator(async (tx) => {
    await lockPeople(tx, { tenantId });
    const people = await listPeople(tx, { tenantId });
    if (people.some(({ signedInAt }) => signedInAt !== null)) {
      throw new ConsoleRefusal('MOVE_REFUSED', phrase('refusals.tenantHasAdmins'));
    }
    const known = people.find((person) => person.email === email);
    if (known?.hasPassword) {
      throw new ConsoleRefusal('MOVE_REFUSED', phrase('refusals.hasPassword'));
    }
    const name = body.name ?? known?.name ?? null;
    const values = { name, roles: ['admin'] as const, groups: known?.groups ?? [], enabled: true };
    const person = { tenantId, email };
    if (known === undefined) await insertPerson(tx, person, values);
    else await updatePerson(tx, person, values);
    const made = await send(tx, email);
    const record = {
      actor: { kind: 'operator', id: operator.email },
      act: 'user.invite',
      object: { kind: 'user', id: email },
      detail: { roles: values.roles, by: made.by, tenantId },
    } as const;
    await recordAudit(tx, { tenantId, domain: tenantLevel }, record);
    await recordAudit(tx, deploymentLevel, record);
    return made;
  });
  links.wake();
  return { email, invitation };
}
