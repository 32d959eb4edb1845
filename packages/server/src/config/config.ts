import { statSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { readSourceSettings, type SourceSettings } from '../lists/index-files/index.ts';
import { type MessagesConfig, readMessages } from './message-config.ts';
import * as fields from './setting-fields.ts';
import { openSettings, SettingError, type Settings } from './setting-sources.ts';

/** Everything that the deployment decides (docs: Settings). Read once at the start, never changed. */

/** What a process of the service does; several processes may share the roles. */
const roles = ['gateway', 'storage', 'hosted', 'console', 'worker'] as const;
export type Role = (typeof roles)[number];

/** From the most talkative to none. */
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
type LogLevel = (typeof logLevels)[number];

type ObjectStoreConfig =
  /** Files under the data directory. */
  | { readonly kind: 'files' }
  | {
      readonly kind: 's3';
      readonly endpoint: string;
      readonly region: string;
      readonly bucket: string;
      readonly accessKey: string;
      readonly secretKey: string;
    };

export interface Config {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Without a slash at the end; undefined = from host and the port that was bound, see `publicUrlOf`. */
  readonly publicUrl: string | undefined;
  /** Absolute. */
  readonly dataDir: string;
  /** Undefined = the embedded store in the data directory. */
  readonly databaseUrl: string | undefined;
  /** The same database as the owner of the schema; undefined = `databaseUrl` names the owner. */
  readonly databaseOwnerUrl: string | undefined;
  /** A streaming replica of `databaseUrl`, for reads that may be older by so much; undefined = none. */
  readonly replica: { readonly url: string; readonly maxLagSeconds: number } | undefined;
  /** 32 bytes; undefined = generated into the data directory, which only the embedded store allows. */
  readonly masterKey: Uint8Array | undefined;
  /** Comma list of base64: keys that sealed what is stored, before `masterKey` replaced them. */
  readonly previousMasterKeys: string | undefined;
  readonly objectStore: ObjectStoreConfig;
  /** The virus scanner that every upload is shown; undefined = none. */
  readonly clamd: fields.ClamdAddress | undefined;
  readonly roles: readonly Role[];
  /** 0 = no metrics listener. */
  readonly metricsPort: number;
  readonly metricsHost: string;
  readonly logLevel: LogLevel;
  /** Absolute; an existing folder. */
  readonly listsDir: string | undefined;
  /** Lists that are fetched from their publishers, and how each source is evaluated. */
  readonly listSources: readonly SourceSettings[];
  /** The wire value of a cancelled execution, which the interface leaves open (interface specification 3.1). */
  readonly cancelledStatus: string | undefined;
  /** Lower-cased host names, addresses and CIDRs that outgoing calls may reach although they are private. */
  readonly egressAllow: readonly string[];
  /** Most bytes of a gateway body. */
  readonly bodyLimit: number;
  /** Versions that the interface leaves open, by operation name. */
  readonly wireApiVersions: Readonly<Record<string, string>>;
  /** How many calls of one client address may fail the gateway's first checks within how many seconds. */
  readonly clientRate: { readonly calls: number; readonly seconds: number };
  readonly trustProxy: fields.TrustedProxies;
  /** From SIGTERM, while the process is not ready and answers, until it drains. */
  readonly stopDelaySeconds: number;
  /** What INTERNET_SEARCH asks. */
  readonly search: {
    /** A SearXNG instance; undefined = none. */
    readonly searxngUrl: string | undefined;
    /** The token of a Brave Search subscription; undefined = none. */
    readonly braveToken: string | undefined;
    readonly braveUrl: string;
    /** Addresses of RSS and Atom feeds; none = the embedded provider is off. */
    readonly feeds: readonly string[];
    readonly feedMinutes: number;
  };
  /** A hosted data set behind the matching API of OpenSanctions; undefined = none. */
  readonly remoteMatch: RemoteMatchConfig | undefined;
  /** How long an engine that asks other servers may take in all. */
  readonly providerTimeoutMs: number;
  /** Most monitored customers that this node keeps in memory, of all domains. */
  readonly monitoredInMemory: number;
  /** After the last link to a hosted flow has ended, until its execution is abandoned; 0: never. */
  readonly unfinishedFlowDays: number;
  /** Where traces go; undefined = nowhere. */
  readonly traces: { readonly url: string; readonly ratio: number } | undefined;
  /** Where the audit log is streamed to. */
  readonly siem: SiemConfig;
  /** Days after which inputs and answers of finished deliveries are deleted, where no tenant says otherwise; 0 = never. */
  readonly webhookLogDays: number;
  /** Whether data is deleted by age. */
  readonly retention: 'on' | 'off';
  /** Whether what executions keep is sealed where nothing writes it any more. */
  readonly sealExecutions: 'on' | 'off';
  /** What the embedded store may take; undefined: what there is room for at the start. */
  readonly embeddedMemory: 'small' | 'large' | undefined;
  /** Where signed heads of the audit log go each hour, beside the log. */
  readonly audit: {
    readonly webhookUrl: string | undefined;
    readonly mailTo: string | undefined;
    /** A bucket of the object store of the settings. */
    readonly bucket: string | undefined;
  };
  readonly messages: MessagesConfig;
  /** Started by `gatehouse demo`: for somebody who tries the product on their own machine. */
  readonly isDemo: boolean;
}

interface SiemConfig {
  readonly http: { readonly url: string; readonly headers: Readonly<Record<string, string>> } | undefined;
  readonly syslog: fields.SyslogServer | undefined;
  /** Whether what records say in detail, which may be of a customer, leaves the store. */
  readonly details: 'off' | 'on';
}

interface RemoteMatchConfig {
  readonly url: string;
  readonly dataset: string;
  readonly apiKey: string | undefined;
  readonly engines: readonly (typeof remoteMatchEngines)[number][];
}

/** Engines that a hosted data set can be plugged into. */
const remoteMatchEngines = ['GLOBAL_CHECK', 'RISK_LISTS', 'COMPOSITE_SCAN'] as const;

export interface LoadedConfig {
  readonly config: Config;
  /** One line each: settings that nobody reads. */
  readonly warnings: readonly string[];
  /** What each setting takes, by its name. */
  readonly forms: ReadonlyMap<string, string>;
}

/**
 * Reads all settings from the environment and, below it, from a YAML file of the same names (`file`, else
 * `GATEHOUSE_CONFIG`). Throws `SettingError` with one line for each setting that cannot be used.
 */
export function loadConfig(
  env: NodeJS.ProcessEnv,
  file?: string,
  { isDemo = false }: { readonly isDemo?: boolean } = {},
): LoadedConfig {
  const settings = openSettings(env, file);
  const faults: string[] = [];
  const attempt = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof SettingError)) throw error;
      faults.push(error.message);
      return undefined;
    }
  };
  const read = <T>(name: string, field: fields.Field<T>) => attempt(() => settings.read(name, field));
  const { databaseUrl, databaseOwnerUrl, replica, masterKey } =
    attempt(() => readSecretsOfStore(settings)) ?? {};
  const config: Config = {
    host: read('GATEHOUSE_HOST', fields.host) ?? '127.0.0.1',
    port: read('GATEHOUSE_PORT', fields.port) ?? 8080,
    publicUrl: read('GATEHOUSE_PUBLIC_URL', fields.address),
    dataDir: attempt(() => readDataDir(settings)) ?? '',
    databaseUrl,
    databaseOwnerUrl,
    replica,
    masterKey,
    previousMasterKeys: read('GATEHOUSE_MASTER_KEY_PREVIOUS', fields.masterKeys),
    objectStore: attempt(() => readObjectStore(settings)) ?? { kind: 'files' },
    clamd: read('GATEHOUSE_CLAMD', fields.clamdAddress),
    roles: read('GATEHOUSE_ROLES', fields.wordsOf(roles)) ?? roles,
    metricsPort: read('GATEHOUSE_METRICS_PORT', fields.port) ?? 9464,
    metricsHost: read('GATEHOUSE_METRICS_HOST', fields.host) ?? '127.0.0.1',
    logLevel: read('GATEHOUSE_LOG_LEVEL', fields.wordOf(logLevels)) ?? 'info',
    listsDir: attempt(() => readListsDir(settings)),
    listSources: attempt(() => readListSources(settings, env)) ?? [],
    cancelledStatus: read('GATEHOUSE_CANCELLED_STATUS', fields.cancelledStatus),
    egressAllow: read('GATEHOUSE_EGRESS_ALLOW', fields.hostsOrRanges) ?? [],
    bodyLimit: read('GATEHOUSE_BODY_LIMIT', fields.bytes) ?? 1_048_576,
    wireApiVersions: read('GATEHOUSE_WIRE_API_VERSIONS', fields.apiVersions) ?? {},
    clientRate: read('GATEHOUSE_CLIENT_RATE', fields.rate) ?? { calls: 600, seconds: 60 },
    trustProxy: read('GATEHOUSE_TRUST_PROXY', fields.trustedProxies) ?? 0,
    stopDelaySeconds: read('GATEHOUSE_STOP_DELAY_SECONDS', fields.seconds) ?? 0,
    search: {
      searxngUrl: read('GATEHOUSE_SEARXNG_URL', fields.address),
      braveToken: read('GATEHOUSE_BRAVE_TOKEN', fields.secretText),
      braveUrl: read('GATEHOUSE_BRAVE_URL', fields.address) ?? 'https://api.search.brave.com',
      feeds: read('GATEHOUSE_FEEDS', fields.addresses) ?? [],
      feedMinutes: read('GATEHOUSE_FEEDS_MINUTES', fields.minutes) ?? 30,
    },
    remoteMatch: attempt(() => readRemoteMatch(settings)),
    providerTimeoutMs: read('GATEHOUSE_PROVIDER_TIMEOUT_MS', fields.timeout) ?? 15_000,
    monitoredInMemory: read('GATEHOUSE_MONITORED_IN_MEMORY', fields.customers) ?? 1_000_000,
    unfinishedFlowDays: read('GATEHOUSE_UNFINISHED_FLOW_DAYS', fields.days) ?? 30,
    webhookLogDays: read('GATEHOUSE_WEBHOOK_LOG_DAYS', fields.days) ?? 365,
    siem: attempt(() => readSiem(settings)) ?? { http: undefined, syslog: undefined, details: 'off' },
    traces: attempt(() => readTraces(settings)),
    retention: read('GATEHOUSE_RETENTION', fields.wordOf(['on', 'off'])) ?? 'on',
    embeddedMemory: read('GATEHOUSE_EMBEDDED_MEMORY', fields.wordOf(['small', 'large'])),
    sealExecutions: read('GATEHOUSE_SEAL_EXECUTIONS', fields.wordOf(['on', 'off'])) ?? 'on',
    audit: attempt(() => readAudit(settings)) ?? noAudit,
    messages: attempt(() => readMessages(settings)) ?? noMessages,
    isDemo,
  };
  if (faults.length > 0) throw new SettingError(faults.join('\n'));
  return { config: freezeDeep(config), warnings: settings.unread(), forms: settings.forms() };
}

/** Stands where a fault stops the start anyway. */
const noMessages: MessagesConfig = {
  smtp: undefined,
  sms: undefined,
  mailbox: 'off',
  mailboxToken: undefined,
  smsCountries: undefined,
  smsPerDay: 1,
  mailPerDay: 1,
};

const noAudit: Config['audit'] = { webhookUrl: undefined, mailTo: undefined, bucket: undefined };

function readAudit(settings: Settings): Config['audit'] {
  const mailTo = settings.read('GATEHOUSE_AUDIT_MAIL_TO', fields.mailAddress);
  const bucket = settings.read('GATEHOUSE_AUDIT_S3_BUCKET', fields.text);
  if (mailTo !== undefined && settings.read('GATEHOUSE_SMTP_URL', fields.smtpServer) === undefined) {
    throw new SettingError('GATEHOUSE_SMTP_URL is missing: GATEHOUSE_AUDIT_MAIL_TO needs a mail server');
  }
  if (bucket !== undefined && settings.read('GATEHOUSE_S3_ENDPOINT', fields.address) === undefined) {
    throw new SettingError(
      'GATEHOUSE_S3_ENDPOINT is missing: GATEHOUSE_AUDIT_S3_BUCKET is a bucket of that object store',
    );
  }
  return { webhookUrl: settings.read('GATEHOUSE_AUDIT_WEBHOOK_URL', fields.address), mailTo, bucket };
}

function readSiem(settings: Settings): SiemConfig {
  const url = settings.read('GATEHOUSE_SIEM_URL', fields.address);
  const headers = settings.read('GATEHOUSE_SIEM_HEADERS', fields.headers) ?? {};
  return {
    http: url === undefined ? undefined : { url, headers },
    syslog: settings.read('GATEHOUSE_SIEM_SYSLOG', fields.syslogServer),
    details: settings.read('GATEHOUSE_SIEM_DETAILS', fields.wordOf(['off', 'on'])) ?? 'off',
  };
}

function readTraces(settings: Settings): Config['traces'] {
  const url = settings.read('GATEHOUSE_OTLP_URL', fields.address);
  const ratio = settings.read('GATEHOUSE_TRACE_RATIO', fields.share) ?? 1;
  return url === undefined ? undefined : { url, ratio };
}

function readSecretsOfStore(
  settings: Settings,
): Pick<Config, 'databaseUrl' | 'databaseOwnerUrl' | 'replica' | 'masterKey'> {
  const databaseUrl = settings.read('DATABASE_URL', fields.databaseUrl);
  const databaseOwnerUrl = settings.read('DATABASE_OWNER_URL', fields.databaseUrl);
  if (databaseOwnerUrl !== undefined && databaseUrl === undefined) {
    throw new SettingError(
      'DATABASE_URL is missing: DATABASE_OWNER_URL names the owner of the database that DATABASE_URL serves from',
    );
  }
  const replicaUrl = settings.read('DATABASE_REPLICA_URL', fields.databaseUrl);
  const maxLagSeconds = settings.read('DATABASE_REPLICA_MAX_LAG_SECONDS', fields.lagSeconds) ?? 5;
  if (replicaUrl !== undefined && databaseUrl === undefined) {
    throw new SettingError(
      'DATABASE_URL is missing: DATABASE_REPLICA_URL names a streaming replica of the database that DATABASE_URL names',
    );
  }
  const replica = replicaUrl === undefined ? undefined : { url: replicaUrl, maxLagSeconds };
  const masterKey = settings.read('GATEHOUSE_MASTER_KEY', fields.masterKey);
  if (databaseUrl !== undefined && masterKey === undefined) {
    throw new SettingError(
      'GATEHOUSE_MASTER_KEY is missing: with DATABASE_URL it must be the base64 of 32 random bytes, the same on every node: a store that has data, or is imported, needs the key that it has (a new one: openssl rand -base64 32)',
    );
  }
  return { databaseUrl, databaseOwnerUrl, replica, masterKey };
}

/** The address that links and the ready line are built from, once `port` is bound. */
export function publicUrlOf(config: Config, port: number): string {
  if (config.publicUrl !== undefined) return config.publicUrl;
  const everywhere = config.host === '0.0.0.0' || config.host === '::';
  const host = everywhere ? '127.0.0.1' : config.host;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/** The addresses that callers and people use. */
export function addressesOf(publicUrl: string): { baseUrl: string; storageUrl: string; consoleUrl: string } {
  return {
    baseUrl: `${publicUrl}/gateway`,
    storageUrl: `${publicUrl}/storage`,
    consoleUrl: `${publicUrl}/console`,
  };
}

/** Where commands that need no other setting find the data directory. */
export function readDataDir(settings: Settings): string {
  const folder = resolve(settings.read('GATEHOUSE_DATA_DIR', fields.text) ?? 'data');
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found !== undefined && !found.isDirectory()) {
    throw settings.unusable('GATEHOUSE_DATA_DIR', 'must be a folder, or a path where one can be made');
  }
  return folder;
}

/** The folder of list files, where one is set; it must exist. */
export function readListsDir(settings: Settings): string | undefined {
  const folder = settings.read('GATEHOUSE_LISTS_DIR', fields.text);
  if (folder === undefined) return undefined;
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw settings.unusable(
      'GATEHOUSE_LISTS_DIR',
      'must be an existing folder with one subfolder per source',
    );
  }
  return resolve(folder);
}

/** Nothing of it counts without an address. */
function readRemoteMatch(settings: Settings): RemoteMatchConfig | undefined {
  const url = settings.read('GATEHOUSE_MATCH_URL', fields.address);
  const dataset = settings.read('GATEHOUSE_MATCH_DATASET', fields.text) ?? 'default';
  const apiKey = settings.read('GATEHOUSE_MATCH_KEY', fields.secretText);
  const engines = settings.read('GATEHOUSE_MATCH_ENGINES', fields.wordsOf(remoteMatchEngines)) ?? [
    'COMPOSITE_SCAN' as const,
  ];
  return url === undefined ? undefined : { url, dataset, apiKey, engines };
}

/** The sources that are fetched, and how each is evaluated. */
export function readListSources(settings: Settings, env: NodeJS.ProcessEnv): readonly SourceSettings[] {
  // Headers may hold a key, so the value is not shown.
  const submitted = settings.read('GATEHOUSE_LIST_SOURCES', fields.secretText);
  if (submitted === undefined) return [];
  const read = readSourceSettings(submitted, env);
  if (read.ok) return read.sources;
  throw new SettingError(
    read.faults.map((fault) => settings.unusable('GATEHOUSE_LIST_SOURCES', fault).message).join('\n'),
  );
}

function readObjectStore(settings: Settings): ObjectStoreConfig {
  const submitted = {
    endpoint: settings.read('GATEHOUSE_S3_ENDPOINT', fields.address),
    bucket: settings.read('GATEHOUSE_S3_BUCKET', fields.text),
    accessKey: settings.read('GATEHOUSE_S3_ACCESS_KEY', fields.secretText),
    secretKey: settings.read('GATEHOUSE_S3_SECRET_KEY', fields.secretText),
  };
  const region = settings.read('GATEHOUSE_S3_REGION', fields.text);
  const { endpoint, bucket, accessKey, secretKey } = submitted;
  if (Object.values({ ...submitted, region }).every((value) => value === undefined)) return { kind: 'files' };
  if (endpoint === undefined || bucket === undefined || accessKey === undefined || secretKey === undefined) {
    const names = {
      endpoint: 'ENDPOINT',
      bucket: 'BUCKET',
      accessKey: 'ACCESS_KEY',
      secretKey: 'SECRET_KEY',
    };
    const missing = (Object.keys(submitted) as (keyof typeof submitted)[]).find(
      (name) => submitted[name] === undefined,
    )!;
    throw new SettingError(
      `GATEHOUSE_S3_${names[missing]} is missing: an object store needs GATEHOUSE_S3_ENDPOINT, _BUCKET, _ACCESS_KEY and _SECRET_KEY together`,
    );
  }
  return { kind: 's3', endpoint, region: region ?? 'us-east-1', bucket, accessKey, secretKey };
}

function freezeDeep<T>(value: T): T {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  for (const member of Object.values(value)) freezeDeep(member);
  return Object.freeze(value);
}
