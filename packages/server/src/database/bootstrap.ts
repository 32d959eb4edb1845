import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { applicationRole, operatorRole } from './scope-settings.ts';

const roles = [applicationRole, operatorRole];

/** One statement outside any transaction of ours. */
export type RunSql = <Row extends pg.QueryResultRow>(
  text: string,
  values?: unknown[],
) => Promise<{ rows: Row[] }>;

interface RoleState {
  user: string;
  may_create: boolean;
  missing: string[];
  not_member: string[];
}

/** From 16 on membership alone does not let a user take a role (`set` does). */
const roleStateQuery = (membership: 'set' | 'member'): string => `
  select current_user as user,
    (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as may_create,
    coalesce(array_agg(name) filter (where rolname is null), '{}')::text[] as missing,
    coalesce(array_agg(name) filter (where rolname is not null and not pg_has_role(current_user, pg_roles.oid, '${membership}')), '{}')::text[] as not_member
  from unnest($1::text[]) as name left join pg_roles on rolname = name`;

/** What the connection's user may do about the roles of row-level security. */
export async function stateOf(run: RunSql): Promise<RoleState> {
  const version = await run<{ number: number }>(
    "select current_setting('server_version_num')::integer as number",
  );
  const membership = version.rows[0]!.number >= 160_000 ? 'set' : 'member';
  return (await run<RoleState>(roleStateQuery(membership), [roles])).rows[0]!;
}

async function makeRoles(client: pg.ClientBase): Promise<void> {
  const run: RunSql = (text, values) => client.query(text, values);
  const { user, may_create: mayCreate, missing, not_member: notMember } = await stateOf(run);
  if (missing.length > 0 && !mayCreate) {
    const creations = roles.map((role) => `create role ${role} nologin`).join('; ');
    throw new Error(
      `The database user ${user} may not create roles; run once as a superuser: ${creations}; grant ${roles.join(', ')} to ${pg.escapeIdentifier(user)}`,
    );
  }
  for (const role of missing) await client.query(`create role ${role} nologin`);
  const toJoin = missing.length > 0 ? (await stateOf(run)).not_member : notMember;
  for (const role of toJoin) {
    await client.query(`grant ${role} to current_user`).catch((error: Error) => {
      throw isRace(error)
        ? error
        : new Error(
            `The database user ${user} may not take the role ${role}; run once as a superuser: grant ${roles.join(', ')} to ${pg.escapeIdentifier(user)}`,
            { cause: error },
          );
    });
  }
}

/** Roles belong to the whole server: a node on another database of it may be making the same ones now. */
function isRace(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  const { code, message } = error;
  return code === '42710' || code === '23505' || message.startsWith('tuple concurrently');
}

/**
 * What has to be there before the first migration: the schema, the roles of row-level security and the table of applied
 * migrations. Runs under the migration lock; running it again changes nothing.
 */
export async function bootstrap(client: pg.ClientBase): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await makeRoles(client);
      break;
    } catch (error) {
      if (!isRace(error) || attempt === 20) throw error;
      await sleep(20 * attempt);
    }
  }
  await client.query(`
    set client_min_messages = warning;
    create schema if not exists gatehouse;
    grant usage on schema gatehouse to ${roles.join(', ')};
    create table if not exists gatehouse.migration (
      number integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    );
    reset client_min_messages`);
}
