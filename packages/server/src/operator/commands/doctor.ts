import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { type Config, loadConfig } from '../../config/index.ts';
import type { Tx } from '../../database/database.ts';
import { isOutOfDisk } from '../../database/errors.ts';
import { hasEmbeddedStore } from '../../database/index.ts';
import { inspectEmbedded, inspectLogin, inspectPostgres, type StoreFacts } from '../../database/inspect.ts';
import { type FeedState, readFeedStates } from '../../internet-search/feeds/index.ts';
import { systemClock } from '../../lib/clock.ts';
import { dataKeyStates } from '../../lib/data-key-status.ts';
import { loadMasterKeys, masterKeyFile } from '../../lib/master-key.ts';
import type { MasterKeys } from '../../lib/secrets.ts';
import { ListsRefusal } from '../../lists/index-files/index.ts';
import { readSourceStatuses, type SourceStatus } from '../../lists/updates/index.ts';
import { countKeyless, type KeyCount } from '../../uploads/index.ts';
import { askServer, maxFilesLookedAt, type ResponseOf } from '../admin-api/admin-socket.ts';
import { type EncryptionFacts, readEncryption } from '../admin-api/read-encryption.ts';
import { repairStore } from '../admin-api/run-admin-command.ts';
import { checkDataDirectory } from './doctor-data-directory.ts';
import { checkDocuments } from './doctor-documents.ts';
import { checkEncryption } from './doctor-encryption.ts';
import { type Finding, findingsOf } from './doctor-finding.ts';
import { checkFeeds, checkLists } from './doctor-lists.ts';
import { checkMessages } from './doctor-messages.ts';
import { checkReplica } from './doctor-replica.ts';
import { checkSettings } from './doctor-settings.ts';
import { checkDataKeys, checkLoginFacts, checkStoreFacts } from './doctor-store.ts';
import { checkFileKeys, checkUploads } from './doctor-uploads.ts';
import { withSettingsFile } from './settings.ts';

const database = findingsOf('database');
const directory = findingsOf('data directory');
const masterKey = findingsOf('master key');

/** `gatehouse doctor`: checks everything that a start needs, changes nothing, and says what to do. */
export function addDoctorCommand(program: Command): void {
  withSettingsFile(program.command('doctor'))
    .description(
      'check settings, data directory, database, read replica, master key, lists, feeds, clock, object store, virus scanner, document reader and mail server; changes nothing without --repair',
    )
    .option('--json', 'print JSON')
    .option('--repair', 'first repair policies, grants, indexes and constraints of the database')
    .action(async (flags: { json?: boolean; repair?: boolean; config?: string }) => {
      if (flags.repair) await repair(flags.config);
      const findings = await runDiagnostics(process.env, flags.config);
      process.stdout.write(flags.json ? `${JSON.stringify({ findings }, null, 2)}\n` : describe(findings));
      if (findings.some(({ level }) => level === 'broken')) process.exitCode = 1;
    });
}

/** Puts the schema right; the findings that follow tell how it is then. */
async function repair(file: string | undefined): Promise<void> {
  const { config } = loadConfig(process.env, file);
  if (config.databaseUrl === undefined && !hasEmbeddedStore(config.dataDir)) return;
  const repaired = await repairStore(config);
  for (const { text } of repaired) process.stderr.write(`repaired: it ${text}\n`);
}

/** Every finding, in the order of the subjects. */
export async function runDiagnostics(env: NodeJS.ProcessEnv, file: string | undefined): Promise<Finding[]> {
  const { config, findings } = checkSettings(env, file);
  if (config === undefined) return [...findings];
  const server = config.databaseUrl === undefined ? await queryRunningService(config) : { findings: [] };
  const store = server.inspected === undefined ? await checkStore(config) : undefined;
  const known = { active: server.lists, sourceStatuses: store?.kept?.sourceStatuses };
  return [
    ...findings,
    ...(await checkDataDirectory(config.dataDir)),
    ...server.findings,
    ...(store?.findings ?? []),
    ...(server.inspected
      ? [
          ...checkStoreFacts('the embedded store', server.inspected.store),
          ...checkDataKeys(server.inspected.dataKeys),
        ]
      : []),
    ...checkEncryption(server.inspected?.encryption ?? store?.kept?.encryption, config),
    ...(await checkReplica(config)),
    ...(await checkLists(config, systemClock.now(), known)),
    ...checkFeeds(server.inspected?.feeds ?? store?.kept?.feeds ?? []),
    ...(await checkUploads(config, (await readMasterKeys(config)).masterKeys)),
    ...checkFileKeys(server.inspected?.fileKeys ?? store?.kept?.fileKeys),
    ...(await checkDocuments()),
    ...(await checkMessages(config)),
  ];
}

interface RunningServer {
  readonly findings: readonly Finding[];
  readonly inspected?: ResponseOf<'inspect'>;
  readonly lists?: ResponseOf<'lists'>;
}

/** What the server that owns the data directory says; nothing when none does. */
async function queryRunningService({ dataDir }: Config): Promise<RunningServer> {
  try {
    const inspected = await askServer(dataDir, 'inspect', {});
    if (inspected === undefined) return { findings: [] };
    const lists = await askServer(dataDir, 'lists', {});
    const found = directory.ok(`${dataDir} is used by the server at ${inspected.baseUrl}`);
    return { findings: [found], inspected, ...(lists && { lists }) };
  } catch (error) {
    return {
      findings: [
        directory.broken(`the server that uses ${dataDir} does not respond: ${(error as Error).message}`),
      ],
    };
  }
}

/** What the store says of lists and feeds. */
interface Kept {
  readonly sourceStatuses: readonly SourceStatus[] | undefined;
  readonly feeds: readonly FeedState[];
  readonly fileKeys: KeyCount;
  readonly encryption: EncryptionFacts;
}

interface CheckedStore {
  readonly findings: readonly Finding[];
  readonly kept?: Kept | undefined;
}

/** The store that no server of this directory serves, and the keys that open its secrets. */
async function checkStore(config: Config): Promise<CheckedStore> {
  const keys = await readMasterKeys(config);
  if (config.databaseUrl === undefined && !hasEmbeddedStore(config.dataDir)) {
    const none = database.ok('there is no embedded store yet; the first start creates it');
    return { findings: [none, ...keys.findings] };
  }
  try {
    let kept: Kept | undefined;
    const request = async (sql: Tx['sql']) => {
      kept = await readKept(sql, config);
    };
    const facts =
      config.databaseUrl === undefined
        ? await inspectEmbedded(config.dataDir, request)
        : await inspectPostgres(config.databaseOwnerUrl ?? config.databaseUrl, request);
    const keyStates = dataKeyStates(facts.dataKeys, keys.masterKeys);
    const findings = [
      ...checkStoreFacts(storeName(config), facts),
      ...(await checkLogin(config, facts)),
      ...keys.findings,
      ...checkDataKeys(keyStates),
    ];
    return { findings, kept };
  } catch (error) {
    return { findings: [database.broken(whyNot(config, error)), ...keys.findings] };
  }
}

/** The login that serves. Before the first start there is nothing to own, and a user without an owner becomes it. */
async function checkLogin(config: Config, { migrations }: StoreFacts): Promise<Finding[]> {
  const { databaseUrl: url, databaseOwnerUrl: ownerUrl } = config;
  const hasOwner = ownerUrl !== undefined;
  const isEmpty = migrations.applied === 0;
  if (url === undefined || (isEmpty && !hasOwner)) return [];
  const login = await inspectLogin(url, ownerUrl);
  if ('elsewhere' in login) return [database.broken(login.elsewhere)];
  return checkLoginFacts(login.rights, hasOwner).filter(({ level }) => !isEmpty || level !== 'ok');
}

async function readKept(sql: Tx['sql'], config: Config): Promise<Kept> {
  const now = systemClock.now();
  // A folder that cannot be used is a finding of its own.
  const sourceStatuses = await readSourceStatuses({ sql }, { ...config, now }).catch((error: unknown) => {
    if (error instanceof ListsRefusal) return undefined;
    throw error;
  });
  const feeds = await readFeedStates({ sql }, config.search.feeds);
  // Row-level security shows files to this role alone.
  await sql('set role gatehouse_operator');
  const fileKeys = await countKeyless({ sql }, maxFilesLookedAt);
  const encryption = await readEncryption({ sql });
  await sql('reset role');
  return { sourceStatuses, feeds, fileKeys, encryption };
}

/** As a start would find them, without making a key. */
async function readMasterKeys(
  config: Config,
): Promise<{ readonly masterKeys?: MasterKeys; readonly findings: readonly Finding[] }> {
  const isEmbedded = config.databaseUrl === undefined;
  const file = join(config.dataDir, masterKeyFile);
  if (config.masterKey === undefined && !existsSync(file)) {
    const isLost = hasEmbeddedStore(config.dataDir);
    return {
      findings: isLost
        ? [masterKey.broken(`${file} is missing; restore it from a backup: the secrets in the store need it`)]
        : [],
    };
  }
  try {
    const masterKeys = await loadMasterKeys({
      masterKey: config.masterKey && Buffer.from(config.masterKey).toString('base64'),
      previousMasterKeys: config.previousMasterKeys,
      dataDir: isEmbedded ? config.dataDir : undefined,
    });
    return { masterKeys, findings: [] };
  } catch (error) {
    return { findings: [masterKey.broken((error as Error).message)] };
  }
}

function storeName({ databaseUrl }: Config): string {
  if (databaseUrl === undefined) return 'the embedded store';
  const { host, pathname } = new URL(databaseUrl);
  return `the database at ${host}${pathname}`;
}

function whyNot(config: Config, error: unknown): string {
  if (isOutOfDisk(error))
    return `the disk of ${storeName(config)} is full; make room there, see docs/runbooks/disk.md`;
  const { message, code } = error as Error & { code?: string };
  const reason = message === '' ? (code ?? 'unknown') : message;
  const advice =
    config.databaseUrl === undefined
      ? 'stop the program that uses it, or restore the directory from a backup'
      : `check DATABASE_URL${config.databaseOwnerUrl === undefined ? '' : ', DATABASE_OWNER_URL'} and that the server runs`;
  return `${storeName(config)} cannot be used: ${reason}; ${advice}`;
}

/** One line a finding. */
function describe(findings: readonly Finding[]): string {
  const widthOf = (cells: readonly string[]) => Math.max(...cells.map((cell) => cell.length));
  const levels = widthOf(findings.map(({ level }) => level));
  const subjects = widthOf(findings.map(({ about }) => about));
  return findings
    .map(({ level, about, text }) => `${level.padEnd(levels)}  ${about.padEnd(subjects)}  ${text}\n`)
    .join('');
}
