import pg from 'pg';
import { type RunSql, standingOf } from './bootstrap.ts';
import { applicationRole, operatorRole } from './scope-settings.ts';

/** What the login that serves may do beyond the roles of the walls. */
export interface LoginRights {
  readonly user: string;
  /** A superuser, or one whom row-level security does not hold. */
  readonly isUnbound: boolean;
  readonly ownsSchema: boolean;
  /** Roles of the walls that it may not take; empty before the roles exist. */
  readonly notMember: readonly string[];
}

/** How the login of DATABASE_URL stands in the database of this connection. */
export async function readLogin(run: RunSql): Promise<LoginRights> {
  const { rows } = await run<{ isUnbound: boolean; ownsSchema: boolean }>(
    `select rolsuper or rolbypassrls as "isUnbound", exists (
       select from pg_namespace
       where nspname in ('gatehouse', 'gatehouse_jobs') and pg_has_role(current_user, nspowner, 'member')
     ) as "ownsSchema" from pg_roles where rolname = current_user`,
  );
  const { user, not_member: notMember } = await standingOf(run);
  return { user, ...rows[0]!, notMember };
}

/** One sentence with what to run; undefined when it is a member of both roles. */
export function lackOfRoles({ user, notMember }: LoginRights): string | undefined {
  if (notMember.length === 0) return undefined;
  return (
    `The user ${user} of DATABASE_URL may not take the roles ${notMember.toSorted().join(', ')}; ` +
    `run once as a superuser: grant ${applicationRole}, ${operatorRole} to ${pg.escapeIdentifier(user)}`
  );
}

const advice =
  'serve by a login that owns nothing, and name the owner by DATABASE_OWNER_URL (docs/operating.md, Stores)';

/** One sentence when the login may do more than serving needs. */
export function excessOfRights({ user, isUnbound, ownsSchema }: LoginRights): string | undefined {
  if (isUnbound) {
    return `the user ${user} of DATABASE_URL is a superuser or bypasses row-level security, so that no wall of the database holds it; ${advice}`;
  }
  if (!ownsSchema) return undefined;
  return `the user ${user} of DATABASE_URL owns the tables, so that it can take their row-level security away; ${advice}`;
}

/** @throws Error in one line when the login cannot serve what the owner prepared */
export async function demandLogin(login: RunSql, owner: RunSql): Promise<void> {
  const place = `select current_database() || ' of ' || (select system_identifier from pg_control_system()) as place`;
  const [served, prepared] = await Promise.all(
    [login, owner].map(async (run) => (await run<{ place: string }>(place)).rows[0]!.place),
  );
  if (served !== prepared) {
    throw new Error(
      'DATABASE_URL and DATABASE_OWNER_URL name different databases; let both name the same one',
    );
  }
  const lack = lackOfRoles(await readLogin(login));
  if (lack !== undefined) throw new Error(lack);
}
