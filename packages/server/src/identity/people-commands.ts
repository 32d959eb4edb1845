import type { AccessToken, ConsoleBody, HelpedPerson, InvitedPerson, PersonView } from '@gatehouse/contract';
import { phrase } from '@gatehouse/contract';
import type { AuditAction } from '@gatehouse/contract/audit-actions';
import { type AuditRecord, recordAudit, tenantLevel } from '../audit/index.ts';
import { ConsoleRefusal, type ConsoleUser } from '../console-api/index.ts';
import type { Database, Tx } from '../database/database.ts';
import { deleteAccessTokens } from './access-token-queries.ts';
import { readAccessTokens } from './access-tokens.ts';
import { endSessions } from './account-queries.ts';
import { removeFactor } from './factor-queries.ts';
import { type Invitation, prepareInvitation } from './invite-person.ts';
import { deletePasskeys } from './passkey-queries.ts';
import {
  countAdmins,
  endLinks,
  insertPerson,
  listGroups,
  listNames,
  listPeople,
  lockPeople,
  type PersonName,
  saveGroups,
  updatePerson,
} from './people-queries.ts';
import type { PersonLinks } from './person-links.ts';
import { deleteIdentities } from './provider-queries.ts';

/** What admins do with the people of their tenant. Operators are the deployment's: no admin changes one. */
export class People {
  readonly #database: Database;
  readonly #links: PersonLinks;

  constructor(database: Database, links: PersonLinks) {
    this.#database = database;
    this.#links = links;
  }

  list(user: ConsoleUser): Promise<{ people: PersonView[]; groups: string[] }> {
    return this.#database.operator(async (tx) => ({
      people: await listPeople(tx, user),
      groups: await listGroups(tx, user),
    }));
  }

  /** Whoever sees the work of others may know what they are called; the deployment's operators see none. */
  async names(user: ConsoleUser): Promise<PersonName[]> {
    if (!user.permissions.includes('executions.read')) return [];
    return this.#database.operator((tx) => listNames(tx, user));
  }

  /** @throws ConsoleRefusal */
  async invite(user: ConsoleUser, body: ConsoleBody<'people.invite'>): Promise<InvitedPerson> {
    const { tenantId } = user;
    const email = body.email.trim().toLowerCase();
    const { roles, groups } = body;
    const values = { name: body.name ?? null, roles, groups, enabled: true };
    const send = await prepareInvitation(this.#links, tenantId);
    const invited = await this.#database.operator(async (tx) => {
      if (!(await insertPerson(tx, { tenantId, email }, values))) {
        throw new ConsoleRefusal('ID_TAKEN', phrase('refusals.userExists'), { field: 'email' });
      }
      await saveGroups(tx, user, groups);
      const invitation = await send(tx, email);
      await note(tx, user, { act: 'user.invite', email, detail: { roles, groups, by: invitation.by } });
      return { ...(await listPeople(tx, user)).find((found) => found.email === email)!, invitation };
    });
    this.#links.wake();
    return invited;
  }

  /** @throws ConsoleRefusal */
  async inviteAgain(user: ConsoleUser, personId: string): Promise<InvitedPerson> {
    const send = await prepareInvitation(this.#links, user.tenantId);
    let invitation: Invitation | undefined;
    const changed = await this.#act(user, personId, async (tx, person) => {
      if (person.hasPassword || !person.enabled) {
        throw new ConsoleRefusal('MOVE_REFUSED', phrase('refusals.onlyInviteWithoutPassword'));
      }
      invitation = await send(tx, person.email);
      if (invitation.by === 'link' && person.signedInAt !== null) {
        // Whoever invites would hold the key to an account that is somebody's already.
        throw new ConsoleRefusal('MOVE_REFUSED', phrase('refusals.linkShownOnlyOnce'));
      }
      const detail = { again: true, by: invitation.by };
      await note(tx, user, { act: 'user.invite', email: person.email, detail });
    });
    this.#links.wake();
    return { ...changed, invitation: invitation! };
  }

  /**
   * A link for somebody who forgot their password. Handed on, it lets whoever holds it choose the password: it wants a
   * fresh proof of the admin and is on record; whose account it is notices, because every session ends with its use, and
   * second factors stay asked for. @throws ConsoleRefusal
   */
  async resetPassword(user: ConsoleUser, personId: string): Promise<HelpedPerson> {
    const links = this.#links;
    const key = links.canMail ? await links.prepare(user.tenantId) : undefined;
    let reset: HelpedPerson['reset'] | undefined;
    const person = await this.#act(user, personId, async (tx, { email, hasPassword, enabled }) => {
      if (!hasPassword || !enabled) {
        throw new ConsoleRefusal('MOVE_REFUSED', phrase('refusals.onlyResetWithPassword'));
      }
      const of = { tenantId: user.tenantId, email };
      const { linkId, url, minutes } =
        key === undefined
          ? await links.make(tx, of, 'reset')
          : await links.post(tx, of, { kind: 'reset', key });
      reset =
        key === undefined ? { by: 'link', url, expiresAt: Date.now() + minutes * 60_000 } : { by: 'mail' };
      await note(tx, user, { act: 'user.make_reset', email, detail: { linkId, by: reset.by } });
    });
    links.wake();
    return { ...person, reset: reset! };
  }

  /** @throws ConsoleRefusal */
  change(user: ConsoleUser, personId: string, to: ConsoleBody<'people.change'>): Promise<PersonView> {
    return this.#act(user, personId, async (tx, person) => {
      const { email } = person;
      const key = { tenantId: user.tenantId, email };
      const values = {
        name: to.name ?? person.name,
        roles: to.roles ?? person.roles,
        groups: to.groups ?? person.groups,
        enabled: to.enabled ?? person.enabled,
      };
      const detail = differences(person, values);
      if (Object.keys(detail).length === 0) return;
      await saveGroups(tx, user, values.groups);
      await updatePerson(tx, key, values);
      if (email === user.email && !values.enabled) throw new ConsoleRefusal('WOULD_LOCK_OUT');
      if ((await countAdmins(tx, user)) === 0) throw new ConsoleRefusal('WOULD_LOCK_OUT');
      if (!values.enabled) {
        await endSessions(tx, key, { exceptSessionId: null });
        await endLinks(tx, key);
      }
      await note(tx, user, { act: 'user.change', email, detail });
    });
  }

  /** @throws ConsoleRefusal */
  resetFactors(user: ConsoleUser, personId: string): Promise<PersonView> {
    return this.#act(user, personId, async (tx, { email }) => {
      const key = { tenantId: user.tenantId, email };
      const totp = await removeFactor(tx, key);
      const passkeys = await deletePasskeys(tx, key);
      const accessTokens = await deleteAccessTokens(tx, key);
      const identities = await deleteIdentities(tx, key);
      // Who lost them may not be who has them now.
      const sessions = await endSessions(tx, key, { exceptSessionId: null });
      const detail = { totp, passkeys, accessTokens, identities, sessions: sessions.length };
      await note(tx, user, { act: 'user.reset_factors', email, detail });
    });
  }

  /** @throws ConsoleRefusal */
  accessTokens(user: ConsoleUser, personId: string): Promise<AccessToken[]> {
    return this.#database.operator(async (tx) => {
      const [person] = await listPeople(tx, user, personId);
      if (person === undefined) throw new ConsoleRefusal('NOT_FOUND');
      return readAccessTokens(tx, { tenantId: user.tenantId, email: person.email });
    });
  }

  /** @throws ConsoleRefusal */
  async revokeAccessToken(user: ConsoleUser, personId: string, tokenId: string): Promise<void> {
    await this.#act(user, personId, async (tx, { email }) => {
      const deleted = await deleteAccessTokens(tx, { tenantId: user.tenantId, email }, tokenId);
      if (deleted === 0) throw new ConsoleRefusal('NOT_FOUND');
      await note(tx, user, { act: 'user.revoke_access_token', email, detail: { tokenId } });
    });
  }

  /** Acts on a person of the tenant, one action on its people at a time; answers the state of the person afterwards. */
  async #act(
    user: ConsoleUser,
    personId: string,
    action: (tx: Tx, person: PersonView) => Promise<void>,
  ): Promise<PersonView> {
    return this.#database.operator(async (tx) => {
      await lockPeople(tx, user);
      const [person] = await listPeople(tx, user, personId);
      if (person === undefined) throw new ConsoleRefusal('NOT_FOUND');
      if (person.roles.includes('operator') && !user.roles.includes('operator')) {
        throw new ConsoleRefusal('FORBIDDEN', phrase('refusals.operatorsInTenantFile'));
      }
      await action(tx, person);
      return (await listPeople(tx, user, personId))[0]!;
    });
  }
}

/** What differs, as it was and as it is now. */
function differences(before: PersonView, after: Pick<PersonView, 'name' | 'roles' | 'groups' | 'enabled'>) {
  const fields = ['name', 'roles', 'groups', 'enabled'] as const;
  return Object.fromEntries(
    fields
      .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
      .map((field) => [field, { from: before[field], to: after[field] }]),
  );
}

function note(
  tx: Tx,
  user: ConsoleUser,
  of: { readonly act: AuditAction; readonly email: string; readonly detail: AuditRecord['detail'] & object },
): Promise<void> {
  return recordAudit(
    tx,
    { tenantId: user.tenantId, domain: tenantLevel },
    {
      actor: { kind: 'user', id: user.email },
      act: of.act,
      object: { kind: 'user', id: of.email },
      detail: of.detail,
    },
  );
}
