import type { ConsoleHandlers } from '../console-api/index.ts';
import type { Database } from '../database/database.ts';
import type { Egress } from '../lib/egress.ts';
import type { Logger } from '../lib/logger.ts';
import type { Messages } from '../messages/index.ts';
import type { DataKeys } from '../tenants/index.ts';
import { AccessTokens } from './access-tokens.ts';
import { type AccountHandlers, accountConsoleHandlers } from './account-console-handlers.ts';
import { Accounts } from './accounts.ts';
import { Identity } from './identity.ts';
import { KnownDevices } from './known-devices.ts';
import { Passkeys } from './passkeys.ts';
import { People } from './people-commands.ts';
import { type PeopleHandlers, peopleConsoleHandlers } from './people-console-handlers.ts';
import { PersonLinks } from './person-links.ts';
import { relyingPartyOf } from './relying-party.ts';
import { SecondFactors } from './second-factors.ts';
import { type SessionHandlers, sessionConsoleHandlers } from './session-console-handlers.ts';
import { SingleSignOn } from './single-sign-on.ts';

/** Everything of this module that answers people, put together. */
interface IdentityServices {
  readonly identity: Identity;
  readonly accounts: Accounts;
  readonly accessTokens: AccessTokens;
  readonly factors: SecondFactors;
  readonly passkeys: Passkeys;
  readonly singleSignOn: SingleSignOn;
  readonly personLinks: PersonLinks;
  readonly people: People;
}

export function openIdentity(parts: {
  readonly database: Database;
  readonly keys: DataKeys;
  /** Where browsers reach the service; known once the listener is open. */
  publicUrl(): string;
  readonly messages: Messages;
  readonly logger: Logger;
  readonly egress: Egress;
  domainsOf(tenantId: string): ReadonlySet<string>;
}): IdentityServices {
  const { database, keys } = parts;
  const links = new PersonLinks(parts);
  const passkeys = new Passkeys(database, () => relyingPartyOf(parts.publicUrl()));
  const factors = new SecondFactors(database, keys);
  const singleSignOn = new SingleSignOn(parts);
  return {
    identity: new Identity({ database, factors, passkeys, singleSignOn, devices: new KnownDevices(keys) }),
    accounts: new Accounts(database, passkeys),
    accessTokens: new AccessTokens(database, (tenantId) => parts.domainsOf(tenantId)),
    factors,
    passkeys,
    singleSignOn,
    personLinks: links,
    people: new People(database, links),
  };
}

export type IdentityHandlers = Pick<
  ConsoleHandlers,
  keyof SessionHandlers | keyof AccountHandlers | keyof PeopleHandlers
>;

export function identityConsoleHandlers(
  services: IdentityServices & {
    readonly database: Database;
    domainsOf(tenantId: string): ReadonlySet<string>;
  },
): IdentityHandlers {
  return {
    ...sessionConsoleHandlers(services),
    ...accountConsoleHandlers(services),
    ...peopleConsoleHandlers(services),
  };
}
