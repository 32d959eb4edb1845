import pg from 'pg';
import { type RunSql, stateOf } from './bootstrap.ts';
import { applicationRole, operatorRole } from './scope-settings.ts';

/** What the login that serves may do beyond the roles of row-level security. */
export interface LoginRights {
  readonly user: string;
  /** The worst of what a role gives it that row-level security or grants do not hold. */
  readonly power: RolePower | undefined;
  readonly ownsSchema: boolean;
  /** Roles of row-level security that it may not take; empty before the roles exist. */
  readonly notMember: readonly string[];
  /** Roles of row-level security that it may take, but whose rights it has only while it does. */
  readonly notInherited: readonly string[];
  /** What makes it a member of them, and what makes it inherit their rights. */
  readonly remedies: { readonly membership: string; readonly inheritance: string };
}

/** A role that the login is or may take. */
interface RolePower {
  readonly role: string;
  readonly kind: 'superuser' | 'bypass' | 'files' | 'replication' | 'createRole';
}

// Attributes are not inherited, but whoever is a member of a role takes it and has them. Replication is the session's own.
const powerQuery = `
  select role, kind from (
    select rolname as role, rolname = current_user as is_own, case
      when rolsuper then 'superuser'
      when rolbypassrls then 'bypass'
      when rolname in ('pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files') then 'files'
      when rolreplication and rolname = current_user then 'replication'
      when rolcreaterole then 'createRole'
    end as kind
    from pg_roles where pg_has_role(current_user, oid, 'member')
  ) held
  where kind is not null
  order by array_position('{superuser,bypass,files,replication,createRole}'::text[], kind), is_own desc, role
  limit 1`;

const rightsQuery = `
  select exists (
      select from pg_namespace
      where nspname in ('gatehouse', 'gatehouse_jobs') and pg_has_role(current_user, nspowner, 'member')
    ) as "ownsSchema",
    array(select rolname::text from pg_roles where rolname = any($1)
      and pg_has_role(current_user, oid, 'member') and not pg_has_role(current_user, oid, 'usage')
      order by 1) as "notInherited",
    current_setting('server_version_num')::integer >= 160000 as "inheritsByGrant"`;

/** The state of the login of DATABASE_URL in the database of this connection. */
export async function readLogin(run: RunSql): Promise<LoginRights> {
  const walls = [applicationRole, operatorRole];
  const { rows } = await run<{ ownsSchema: boolean; notInherited: string[]; inheritsByGrant: boolean }>(
    rightsQuery,
    [walls],
  );
  const { ownsSchema, notInherited, inheritsByGrant } = rows[0]!;
  const { user, not_member: notMember } = await stateOf(run);
  const quoted = pg.escapeIdentifier(user);
  const grant = `grant ${walls.join(', ')} to ${quoted}`;
  // From 16 on each membership says for itself what it is good for.
  const grantOfAll = `${grant} with inherit true, set true`;
  return {
    user,
    power: (await run<RolePower & pg.QueryResultRow>(powerQuery)).rows[0],
    ownsSchema,
    notMember,
    notInherited,
    remedies: inheritsByGrant
      ? { membership: grantOfAll, inheritance: grantOfAll }
      : { membership: grant, inheritance: `alter role ${quoted} inherit` },
  };
}

/** One sentence with what to run; undefined when both roles and their rights are there. */
export function describeMissingRoles({
  user,
  notMember,
  notInherited,
  remedies,
}: LoginRights): string | undefined {
  if (notMember.length > 0) {
    return `The user ${user} of DATABASE_URL may not take the roles ${notMember.toSorted().join(', ')}; run once as a superuser: ${remedies.membership}`;
  }
  if (notInherited.length === 0) return undefined;
  return `The user ${user} of DATABASE_URL does not inherit the rights of the roles ${notInherited.join(', ')}; run once as a superuser: ${remedies.inheritance}`;
}

const advice =
  'serve by a login that owns nothing, and name the owner by DATABASE_OWNER_URL (docs/operating.md, Stores)';

/** What each power means, and the attribute of a role that takes it away. */
const powers: Readonly<Record<RolePower['kind'], { readonly means: string; readonly without?: string }>> = {
  superuser: { means: 'is a superuser, so that no wall of the database holds it' },
  bypass: {
    means: 'bypasses row-level security, so that no wall of the database holds it',
    without: 'nobypassrls',
  },
  files: { means: 'reaches the files of the database server past every right' },
  replication: {
    means: 'may copy the whole database server (REPLICATION)',
    without: 'noreplication',
  },
  createRole: {
    means:
      'may create roles (CREATEROLE), by which it can make itself a member of the owner before PostgreSQL 16',
    without: 'nocreaterole',
  },
};

/** One sentence when the login may do more than serving needs, with what to do. */
export function describeExcessRights({ user, power, ownsSchema }: LoginRights): string | undefined {
  if (ownsSchema && (power === undefined || power.kind === 'createRole')) {
    return `the user ${user} of DATABASE_URL owns the tables, itself or as a member of their owner, so that it can take their row-level security away; ${advice}`;
  }
  if (power === undefined) return undefined;
  const { means, without } = powers[power.kind];
  if (power.role !== user) {
    return `the user ${user} of DATABASE_URL is a member of the role ${power.role}, which ${means}; take that membership from it`;
  }
  const remedy =
    without === undefined
      ? advice
      : `run once as a superuser: alter role ${pg.escapeIdentifier(user)} ${without}`;
  return `the user ${user} of DATABASE_URL ${means}; ${remedy}`;
}

/** One sentence when login and owner are connected to different databases. */
export async function describeDatabaseMismatch(login: RunSql, owner: RunSql): Promise<string | undefined> {
  const place = `select current_database() || ' of ' || (select system_identifier from pg_control_system()) as place`;
  const [served, prepared] = await Promise.all(
    [login, owner].map(async (run) => (await run<{ place: string }>(place)).rows[0]!.place),
  );
  if (served === prepared) return undefined;
  return 'DATABASE_URL and DATABASE_OWNER_URL name different databases; let both name the same one';
}

/** @throws Error in one line when the login cannot serve what the owner prepared */
export async function requireLogin(login: RunSql, owner: RunSql): Promise<void> {
  const lack = (await describeDatabaseMismatch(login, owner)) ?? describeMissingRoles(await readLogin(login));
  if (lack !== undefined) throw new Error(lack);
}
