import { describeDifferences } from '../../database/compare-schema.ts';
import type { StoreFacts } from '../../database/inspect.ts';
import { describeExcessRights, describeMissingRoles, type LoginRights } from '../../database/login.ts';
import type { DataKeyState } from '../../lib/data-key-status.ts';
import { type Finding, findingsOf } from './doctor-finding.ts';

const database = findingsOf('database');
const masterKey = findingsOf('master key');

/** Leases and expiries follow the store's clock, time stamps of calls this one's; beyond this people are misled. */
const tolerableSkewMs = 2_000;
/** A node opens up to 17. */
const connectionsOfNode = 17;
const oldestVersion = 150_000;

const unfinishedImport = database.broken(
  'it has an unfinished import, and no node starts on it; run the same gatehouse import-store again to resume it, or with --restart to start again',
);

/** What a store's facts mean for the operator. `name` says which store. */
export function checkStoreFacts(name: string, facts: StoreFacts): Finding[] {
  if (facts.hasUnfinishedImport) return [...checkServer(name, facts), unfinishedImport];
  return [
    ...checkServer(name, facts),
    ...checkRights(facts),
    ...checkMigrations(facts),
    ...checkRowSecurity(facts),
    ...checkStoredSchema(facts),
    ...checkPublications(facts),
    ...checkStreams(facts),
    checkClock(facts),
  ];
}

function checkServer(name: string, facts: StoreFacts): Finding[] {
  const findings: Finding[] = [];
  if (facts.versionNumber < oldestVersion) {
    findings.push(database.broken(`${name} is PostgreSQL ${facts.version}; use 15 or newer`));
  }
  if (facts.encoding !== 'UTF8') {
    findings.push(
      database.broken(`${name} has the encoding ${facts.encoding}; create the database with UTF8`),
    );
  }
  if (facts.isStandby) {
    findings.push(
      database.broken(
        `${name} is a standby, which takes no writes; name the address of the primary, or promote it`,
      ),
    );
  }
  if (facts.isDiskFull) {
    findings.push(database.broken(`the disk of ${name} is full; make room there, see docs/runbooks/disk.md`));
  }
  if (facts.unsafeSettings.length > 0) {
    findings.push(
      database.warning(
        `${facts.unsafeSettings.join(', ')} off: committed data can be lost if the server crashes; switch it on`,
      ),
    );
  }
  const free = facts.connections.max - facts.connections.used;
  // The embedded store has one session, whatever its settings say.
  if (facts.connections.max > 1 && free < connectionsOfNode) {
    findings.push(
      database.warning(
        `${free} of ${facts.connections.max} connections are free; a node opens up to ${connectionsOfNode}; raise max_connections`,
      ),
    );
  }
  if (findings.length === 0) findings.push(database.ok(`${name} responds, PostgreSQL ${facts.version}`));
  if (facts.hasPooler) {
    findings.push(
      database.ok(
        `a connection pooler that keeps sessions stands before it; let it open ${connectionsOfNode} connections for each node`,
      ),
    );
  }
  return findings;
}

function checkRights({ lackingRights, user }: StoreFacts): Finding[] {
  return lackingRights.map((right) =>
    database.broken(`the user ${user} may not ${right}; have a superuser do or grant it once`),
  );
}

/** The login of DATABASE_URL; without an owner of its own, what it lacks is among the rights. */
export function checkLoginFacts(login: LoginRights, hasOwner: boolean): Finding[] {
  const lack = hasOwner ? describeMissingRoles(login) : undefined;
  if (lack !== undefined) return [database.broken(lack)];
  const excess = describeExcessRights(login);
  if (excess !== undefined) return [database.warning(excess)];
  return [database.ok(`the user ${login.user} of DATABASE_URL owns none of the tables`)];
}

function checkMigrations({ migrations }: StoreFacts): Finding[] {
  if (migrations.refusal !== undefined) {
    return [database.broken(`${migrations.refusal}; start the version that belongs to this database`)];
  }
  if (migrations.newer > 0) {
    return [
      database.warning(
        `a newer version migrated it (${migrations.newer} migrations); this version still works on it, upgrade it`,
      ),
    ];
  }
  if (migrations.pending === 0) return [database.ok('all migrations are applied')];
  const whole = migrations.applied === 0;
  return [
    database.ok(
      whole
        ? 'the database is empty; the first start creates the schema'
        : `${migrations.pending} migrations are pending; the next start applies them`,
    ),
  ];
}

function checkRowSecurity({ openTables, migrations }: StoreFacts): Finding[] {
  if (openTables.length > 0) {
    return [
      database.broken(
        `row-level security is not forced on ${openTables.join(', ')}; run on each: alter table gatehouse.… enable row level security, force row level security`,
      ),
    ];
  }
  return migrations.applied === 0 ? [] : [database.ok('row-level security is forced on every tenant table')];
}

function checkStoredSchema({ schemaDifferences, migrations }: StoreFacts): Finding[] {
  const { applied, pending, newer, refusal } = migrations;
  if (applied === 0 || pending > 0 || newer > 0 || refusal !== undefined) return [];
  if (schemaDifferences.length === 0) {
    return [database.ok('policies, grants, indexes and constraints match the schema')];
  }
  const found = `it does not match its schema, as after a restore without the roles (${describeDifferences(schemaDifferences)})`;
  const canRepair = schemaDifferences.every(({ repair }) => repair.length > 0);
  return [
    database.broken(
      canRepair
        ? `${found}; stop every node and run gatehouse doctor --repair`
        : `${found}; what is missing cannot be repaired, restore the database again`,
    ),
  ];
}

/** The log stays on the host for all that is known; a head there proves little against whoever owns the host. */
function checkPublications({ publications }: StoreFacts): Finding[] {
  if (publications === undefined) return [];
  const outside = publications.filter(({ destination }) => destination !== 'log');
  if (outside.some(({ isRecent }) => isRecent)) {
    return [database.ok('signed heads of the audit log were published within the last day')];
  }
  const failures = outside.flatMap(({ destination, failure }) =>
    failure ? [`${destination}: ${failure}`] : [],
  );
  return [
    database.warning(
      `no signed head of the audit log was published within the last day${failures.length > 0 ? ` (${failures.join(', ')})` : ''}; ` +
        `${failures.length > 0 ? 'fix that, or ' : ''}set GATEHOUSE_AUDIT_WEBHOOK_URL, GATEHOUSE_AUDIT_MAIL_TO or GATEHOUSE_AUDIT_S3_BUCKET, see docs/audit.md`,
    ),
  ];
}

function checkStreams({ streams = [] }: StoreFacts): Finding[] {
  return streams.map(({ destination, failure }) =>
    database.warning(
      `the audit log is not streamed to ${destination} (${failure}); mend the receiver or its setting GATEHOUSE_SIEM_${destination === 'http' ? 'URL' : 'SYSLOG'}, nothing is lost meanwhile`,
    ),
  );
}

function checkClock({ clockAheadMs }: StoreFacts): Finding {
  const direction = clockAheadMs > 0 ? 'ahead of' : 'behind';
  const skew = Math.abs(clockAheadMs);
  if (skew <= tolerableSkewMs) return database.ok('its clock and the one of this machine agree');
  return database.warning(
    `its clock is ${(skew / 1000).toFixed(1)} s ${direction} the one of this machine; synchronise both with a time server`,
  );
}

/** Whether every tenant's secrets can be read, and which keys are still needed. */
export function checkDataKeys(dataKeys: readonly DataKeyState[]): Finding[] {
  if (dataKeys.length === 0) return [masterKey.ok('no tenant has secrets yet')];
  return dataKeys.map(checkDataKey);
}

function checkDataKey({ masterKeyId, count, standing: state }: DataKeyState): Finding {
  const tenants = `the secrets of ${count} ${count === 1 ? 'tenant' : 'tenants'}`;
  switch (state) {
    case 'current':
      return masterKey.ok(`${tenants} are encrypted with the current master key ${masterKeyId}`);
    case 'previous':
      return masterKey.warning(
        `${tenants} are still encrypted with the previous master key ${masterKeyId}; the next start rewraps them; keep that key until then`,
      );
    case 'missing':
      return masterKey.broken(
        `${tenants} are encrypted with master key ${masterKeyId}, which is not configured; put that key into GATEHOUSE_MASTER_KEY or GATEHOUSE_MASTER_KEY_PREVIOUS`,
      );
  }
}
