import type { ConsoleHandlers } from '../console-api/index.ts';
import type { Database } from '../database/database.ts';
import { inviteFirstAdmin } from './first-admin.ts';
import type { People } from './people-commands.ts';
import type { PersonLinks } from './person-links.ts';

export type PeopleHandlers = Pick<
  ConsoleHandlers,
  | Extract<keyof ConsoleHandlers, `people.${string}` | `personLink.${string}` | `passwordReset.${string}`>
  | 'tenants.inviteAdmin'
>;

/** The people of a tenant and the links by which they come in, over the console's interface. */
export function peopleConsoleHandlers({
  database,
  people,
  personLinks: links,
}: {
  readonly database: Database;
  readonly people: People;
  readonly personLinks: PersonLinks;
}): PeopleHandlers {
  return {
    'people.list': ({ user }) => people.list(user),
    'people.names': async ({ user }) => ({ people: await people.names(user) }),
    'people.invite': ({ user, body }) => people.invite(user, body),
    'people.change': ({ user, params, body }) => people.change(user, params.personId, body),
    'people.inviteAgain': ({ user, params }) => people.inviteAgain(user, params.personId),
    'people.resetFactors': ({ user, params }) => people.resetFactors(user, params.personId),
    'people.resetPassword': ({ user, params }) => people.resetPassword(user, params.personId),
    'people.accessTokens': async ({ user, params }) => ({
      tokens: await people.accessTokens(user, params.personId),
    }),
    'people.revokeAccessToken': async ({ user, params: { personId, tokenId } }) => {
      await people.revokeAccessToken(user, personId, tokenId);
    },
    'passwordReset.ways': async () => ({ byMail: links.canMail }),
    'tenants.inviteAdmin': ({ user, params: { tenantId }, body }) =>
      inviteFirstAdmin({ database, links }, user, { tenantId, body }),
    'passwordReset.request': async ({ body, client }) => {
      await links.request({ ...body, client });
    },
    'personLink.read': async ({ body, client }) => {
      const { kind, email, name, tenantName, rules } = await links.read(body.token, client);
      return { kind, email, name, tenantName, passwordMinLength: rules.passwordMinLength };
    },
    'personLink.use': async ({ body, client }) => {
      await links.use({ ...body, client });
    },
  };
}
