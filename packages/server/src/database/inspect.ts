import pg from 'pg';
import { type RunSql, stateOf } from './bootstrap.ts';
import { compareSchema, type SchemaDifference } from './compare-schema.ts';
import type { Tx } from './database.ts';
import { openEmbeddedPool } from './embedded.ts';
import { isOutOfDisk } from './errors.ts';
import { describeDatabaseMismatch, type LoginRights, readLogin } from './login.ts';
import { pendingToServe, readApplied, readMigrations } from './migrate.ts';
import { requireSessions } from './pooler.ts';
import { applicationRole } from './scope-settings.ts';
import { hasUnfinishedImport } from './unfinished-import.ts';

/** What is found in a store without changing it. */
export interface StoreFacts {
  /** As the server names it, e.g. `17.2`. */
  readonly version: string;
  readonly versionNumber: number;
  readonly encoding: string;
  readonly user: string;
  /** Clock of the store minus clock of this process; exact to half the time of a round trip. */
  readonly clockAheadMs: number;
  /** Server settings under which a commit that was acknowledged may be lost. */
  readonly unsafeSettings: readonly string[];
  readonly connections: { readonly max: number; readonly used: number };
  /** It follows another server and takes no writes. */
  readonly isStandby: boolean;
  /** Nothing can be written because the disk of the server is full. */
  readonly isDiskFull?: boolean;
  /** A connection pooler that keeps sessions stands before it. */
  readonly hasPooler: boolean;
  /** Migrations still to be applied, or applied by a newer version; `refusal` is why this version cannot serve. */
  readonly migrations: {
    readonly applied: number;
    readonly pending: number;
    readonly newer: number;
    readonly refusal?: string;
  };
  /** An import that was cut off left it half filled; nobody may serve from it. */
  readonly hasUnfinishedImport: boolean;
  /** What the user lacks to prepare the store and to take the roles of row-level security. */
  readonly lackingRights: readonly string[];
  /** Tables that the application may touch and that row-level security does not hold for everybody. */
  readonly openTables: readonly string[];
  /** What is otherwise than the schema of this version; nothing is compared while migrations are to come. */
  readonly schemaDifferences: readonly SchemaDifference[];
  /** Where signed heads of the audit log went; undefined: the store is not of this version. */
  readonly publications: readonly HeadPublication[] | undefined;
  /** Where the audit log is streamed to and fails; undefined where the schema is another one's. */
  readonly streams: readonly FailingStream[] | undefined;
  /** How many data keys each master key wraps. */
  readonly dataKeys: readonly { readonly masterKeyId: string; readonly count: number }[];
}

/** The outcome of the newest signed heads on one of the ways out. */
interface FailingStream {
  readonly destination: string;
  readonly failure: string;
}

interface HeadPublication {
  readonly destination: string;
  /** Within the last day. */
  readonly isRecent: boolean;
  readonly failure: string | null;
}

/** Asks a store that has all its tables for more. */
export type AskFurther = (sql: Tx['sql']) => Promise<void>;

/** Inspects the database of a connection URL. @throws the driver's error when it cannot be reached. */
export async function inspectPostgres(url: string, further?: AskFurther): Promise<StoreFacts> {
  const { client, hasPooler } = await connect(url);
  try {
    await client.query('set search_path = gatehouse');
    const facts = await inspectAll((text, values) => client.query(text, values), further);
    return { ...facts, hasPooler, isDiskFull: await isDiskFull(client) };
  } finally {
    await client.end();
  }
}

/** Writes a megabyte that is gone with its session: what is only read is answered by a server whose disk is full. */
async function isDiskFull(client: pg.Client): Promise<boolean> {
  try {
    await client.query(
      `create temporary table doctor_room as select repeat('x', 1000) from generate_series(1, 1000)`,
    );
    return false;
  } catch (error) {
    // One that may not write at all is a finding of its own.
    return isOutOfDisk(error);
  }
}

/** The state of the login of a connection URL, or why it is not that of the owner's database. */
export type InspectedLogin = { readonly rights: LoginRights } | { readonly elsewhere: string };

/** @throws the driver's error when a database cannot be reached. */
export async function inspectLogin(url: string, ownerUrl?: string): Promise<InspectedLogin> {
  const clients: pg.Client[] = [];
  const runBy = async (place: string): Promise<RunSql> => {
    const { client } = await connect(place);
    clients.push(client);
    return (text, values) => client.query(text, values);
  };
  try {
    const login = await runBy(url);
    const elsewhere = ownerUrl && (await describeDatabaseMismatch(login, await runBy(ownerUrl)));
    return elsewhere ? { elsewhere } : { rights: await readLogin(login) };
  } finally {
    for (const client of clients) await client.end();
  }
}

async function connect(url: string): Promise<{ client: pg.Client; hasPooler: boolean }> {
  const config = {
    connectionString: url,
    application_name: 'gatehouse doctor',
    connectionTimeoutMillis: 10_000,
  };
  const client = new pg.Client(config);
  // A connection that breaks also fails the statement that waits for it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const hasPooler = await requireSessions(client, config);
    await client.query('set statement_timeout = 10000');
    return { client, hasPooler };
  } catch (error) {
    await client.end();
    throw error;
  }
}

/** Inspects an embedded store that exists and that no server uses. @throws Error in one line when it is in use. */
export async function inspectEmbedded(dataDir: string, further?: AskFurther): Promise<StoreFacts> {
  const { pool, close } = await openEmbeddedPool(dataDir, () => undefined);
  try {
    return await inspectAll((text, values) => pool.query(text, values), further);
  } finally {
    await close();
  }
}

async function inspectAll(run: RunSql, further: AskFurther | undefined): Promise<StoreFacts> {
  const facts = await inspectStore(run);
  const { applied, pending, refusal } = facts.migrations;
  const isWhole = !facts.hasUnfinishedImport && applied > 0 && pending === 0 && refusal === undefined;
  if (isWhole) await further?.(async (text, values) => (await run<never>(text, values && [...values])).rows);
  return facts;
}

/** Inspects an open store. */
export async function inspectStore(run: RunSql): Promise<StoreFacts> {
  const { server, clockAheadMs } = await readServer(run);
  const exists = server.tables !== null;
  const migrations = await readMigrationsState(run, exists);
  const isUnfinished = await hasUnfinishedImport(run);
  const { pending, newer, refusal } = migrations;
  const isCurrent = exists && !isUnfinished && pending === 0 && newer === 0 && refusal === undefined;
  return {
    version: server.version,
    versionNumber: server.number,
    encoding: server.encoding,
    user: server.user,
    clockAheadMs,
    unsafeSettings: server.unsafe,
    connections: { max: server.max, used: server.used },
    isStandby: server.standby,
    hasPooler: false,
    migrations,
    hasUnfinishedImport: isUnfinished,
    lackingRights: await readMissingRights(run, exists),
    openTables: exists ? await readOpenTables(run) : [],
    schemaDifferences: isCurrent ? await compareSchema(run) : [],
    publications: isCurrent ? await readPublications(run) : undefined,
    streams: isCurrent ? await readStreams(run) : undefined,
    dataKeys: exists ? await readDataKeys(run) : [],
  };
}

async function readServer(run: RunSql) {
  const sentAt = Date.now();
  const startedAt = performance.now();
  const { rows } = await run<{
    now: string;
    version: string;
    number: number;
    encoding: string;
    user: string;
    max: number;
    used: number;
    unsafe: string[];
    tables: string | null;
    standby: boolean;
  }>(`
    select (extract(epoch from clock_timestamp()) * 1000)::text as now, current_setting('server_version') as version,
      current_setting('server_version_num')::integer as number, current_setting('server_encoding') as encoding,
      current_user::text as user, current_setting('max_connections')::integer as max,
      (select count(*)::integer from pg_stat_activity where backend_type = 'client backend') as used,
      (select coalesce(array_agg(name order by name), '{}')::text[] from pg_settings
        where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off') as unsafe,
      to_regclass('gatehouse.migration')::text as tables, pg_is_in_recovery() as standby`);
  const server = rows[0]!;
  const halfWay = sentAt + (performance.now() - startedAt) / 2;
  return { server, clockAheadMs: Math.round(Number(server.now) - halfWay) };
}

async function readMigrationsState(run: RunSql, exists: boolean): Promise<StoreFacts['migrations']> {
  const migrations = await readMigrations();
  const applied = exists ? await readApplied(run) : [];
  const counts = { applied: applied.length, newer: Math.max(0, applied.length - migrations.length) };
  try {
    return { ...counts, pending: pendingToServe(migrations, applied).length };
  } catch (error) {
    return { ...counts, pending: 0, refusal: (error as Error).message };
  }
}

async function readMissingRights(run: RunSql, exists: boolean): Promise<string[]> {
  const state = await stateOf(run);
  const lacking: string[] = [];
  if (!state.may_create && state.missing.length > 0) {
    lacking.push(`create the roles ${state.missing.toSorted().join(', ')}`);
  }
  if (!state.may_create && state.not_member.length > 0) {
    lacking.push(`take the roles ${state.not_member.toSorted().join(', ')}`);
  }
  const { rows } = await run<{ allowed: boolean }>(
    exists
      ? `select pg_has_role(current_user, nspowner, 'usage') as allowed from pg_namespace where nspname = 'gatehouse'`
      : `select has_database_privilege(current_database(), 'create') as allowed`,
  );
  if (rows[0]?.allowed !== true) {
    lacking.push(exists ? 'own the schema gatehouse' : 'create a schema in the database');
  }
  return lacking;
}

/** Tables whose rows have a tenant and that the application's role may read or write. */
async function readOpenTables(run: RunSql): Promise<string[]> {
  const { rows } = await run<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'gatehouse'::regnamespace and relkind = 'r' and not (relrowsecurity and relforcerowsecurity)
       and exists (select from pg_roles where rolname = $1 and has_any_column_privilege(pg_roles.oid, pg_class.oid, 'select, insert, update'))
     order by relname`,
    [applicationRole],
  );
  return rows.map(({ name }) => name);
}

async function readDataKeys(run: RunSql): Promise<{ masterKeyId: string; count: number }[]> {
  const { rows: tables } = await run<{ there: boolean }>(
    `select to_regclass('gatehouse.tenant_data_key') is not null as there`,
  );
  if (tables[0]?.there !== true) return [];
  const { rows } = await run<{ master_key_id: string; count: number }>(
    `select master_key_id, count(*)::integer as count from gatehouse.tenant_data_key group by 1 order by 1`,
  );
  return rows.map((row) => ({ masterKeyId: row.master_key_id, count: row.count }));
}

async function readPublications(run: RunSql): Promise<HeadPublication[]> {
  const { rows } = await run<HeadPublication & pg.QueryResultRow>(
    `select destination, coalesce(sent_at > now() - interval '1 day', false) as "isRecent", failure
     from gatehouse.audit_publication order by destination`,
  );
  return rows;
}

async function readStreams(run: RunSql): Promise<FailingStream[]> {
  const { rows } = await run<FailingStream & pg.QueryResultRow>(
    `select destination, failure from gatehouse.audit_stream where failure is not null order by destination`,
  );
  return rows;
}
