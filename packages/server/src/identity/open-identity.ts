import type { ConsoleHandlers } from '../console/index.ts';
import type { Database } from '../database/database.ts';
import type { DataKeys } from '../tenants/index.ts';
import { type AccountHandlers, accountConsole } from './account-console.ts';
import { Accounts } from './accounts.ts';
import { Identity } from './identity.ts';
import { SecondFactors } from './second-factors.ts';
import { type SessionHandlers, sessionConsole } from './session-console.ts';

/** Everything of this room that answers people, put together. */
export interface IdentityServices {
  readonly identity: Identity;
  readonly accounts: Accounts;
  readonly factors: SecondFactors;
}

export function openIdentity(parts: {
  readonly database: Database;
  readonly keys: DataKeys;
}): IdentityServices {
  const { database, keys } = parts;
  const factors = new SecondFactors(database, keys);
  return { identity: new Identity({ database, factors }), accounts: new Accounts(database), factors };
}

export type IdentityHandlers = Pick<ConsoleHandlers, keyof SessionHandlers | keyof AccountHandlers>;

export function identityConsole(
  services: IdentityServices & { domainsOf(tenantId: string): ReadonlySet<string> },
): IdentityHandlers {
  return { ...sessionConsole(services), ...accountConsole(services) };
}
