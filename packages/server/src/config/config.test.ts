import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadConfig, publicUrlOf } from './config.ts';
import { SettingError } from './setting-sources.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

const key = Buffer.alloc(32, 7).toString('base64');
const s3 = {
  GATEHOUSE_S3_ENDPOINT: 'http://127.0.0.1:9000/',
  GATEHOUSE_S3_BUCKET: 'files',
  GATEHOUSE_S3_ACCESS_KEY: 'access',
  GATEHOUSE_S3_SECRET_KEY: 'hidden-secret',
};

function configOf(env: Record<string, string>) {
  return loadConfig(env).config;
}

/** The lines about the settings that stop. */
function refusalsOf(env: Record<string, string>, file?: string): string[] {
  try {
    loadConfig(env, file);
  } catch (error) {
    expect(error).toBeInstanceOf(SettingError);
    return (error as Error).message.split('\n');
  }
  throw new Error('nothing was refused');
}

/** The line about the only setting that stops. */
function refusalOf(env: Record<string, string>, file?: string): string {
  const lines = refusalsOf(env, file);
  expect(lines).toHaveLength(1);
  return lines[0]!;
}

function settingsFile(name: string, source: string): string {
  const file = join(folder, name);
  writeFileSync(file, source);
  return file;
}

describe('loadConfig', () => {
  it('has the documented defaults', () => {
    const { config, warnings } = loadConfig({});
    expect({ config, warnings }).toEqual({
      config: {
        host: '127.0.0.1',
        port: 8080,
        publicUrl: undefined,
        dataDir: resolve('data'),
        databaseUrl: undefined,
        databaseOwnerUrl: undefined,
        replica: undefined,
        masterKey: undefined,
        objectStore: { kind: 'files' },
        roles: ['gateway', 'storage', 'hosted', 'console', 'worker'],
        metricsPort: 9464,
        metricsHost: '127.0.0.1',
        logLevel: 'info',
        listsDir: undefined,
        listSources: [],
        cancelledStatus: undefined,
        egressAllow: [],
        bodyLimit: 1_048_576,
        wireApiVersions: {},
        clientRate: { calls: 600, seconds: 60 },
        trustProxy: 0,
        stopDelaySeconds: 0,
        search: {
          searxngUrl: undefined,
          braveToken: undefined,
          braveUrl: 'https://api.search.brave.com',
          feeds: [],
          feedMinutes: 30,
        },
        remoteMatch: undefined,
        providerTimeoutMs: 15_000,
        monitoredInMemory: 1_000_000,
        unfinishedFlowDays: 30,
        siem: { http: undefined, syslog: undefined, details: 'off' },
        traces: undefined,
        webhookLogDays: 365,
        retention: 'on',
        sealExecutions: 'on',
        embeddedMemory: undefined,
        audit: { webhookUrl: undefined, mailTo: undefined, bucket: undefined },
        messages: { mailbox: 'auto', smsPerDay: 1000, mailPerDay: 10_000 },
        isDemo: false,
      },
      warnings: [],
    });
  });

  it.each([
    [{ GATEHOUSE_HOST: '0.0.0.0' }, { host: '0.0.0.0' }],
    [{ GATEHOUSE_HOST: '[::1]' }, { host: '::1' }],
    [{ GATEHOUSE_PORT: '0' }, { port: 0 }],
    [{ GATEHOUSE_PORT: ' 65535 ' }, { port: 65_535 }],
    [{ GATEHOUSE_PUBLIC_URL: 'https://gate.example/' }, { publicUrl: 'https://gate.example' }],
    [{ GATEHOUSE_DATA_DIR: '/var/lib/gatehouse' }, { dataDir: '/var/lib/gatehouse' }],
    [{ GATEHOUSE_MASTER_KEY: key }, { masterKey: new Uint8Array(32).fill(7) }],
    [
      { DATABASE_URL: 'postgres://u:p@db/gatehouse', GATEHOUSE_MASTER_KEY: key },
      { databaseUrl: 'postgres://u:p@db/gatehouse' },
    ],
    [
      s3,
      {
        objectStore: {
          kind: 's3',
          endpoint: 'http://127.0.0.1:9000',
          region: 'us-east-1',
          bucket: 'files',
          accessKey: 'access',
          secretKey: 'hidden-secret',
        },
      },
    ],
    [{ ...s3, GATEHOUSE_S3_REGION: 'eu-1' }, { objectStore: expect.objectContaining({ region: 'eu-1' }) }],
    [{ GATEHOUSE_ROLES: 'worker, gateway' }, { roles: ['gateway', 'worker'] }],
    [{ GATEHOUSE_METRICS_PORT: '0' }, { metricsPort: 0 }],
    [{ GATEHOUSE_LISTS_DIR: folder }, { listsDir: folder }],
    [{ GATEHOUSE_CANCELLED_STATUS: 'STOPPED' }, { cancelledStatus: 'STOPPED' }],
    [
      { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1, 10.0.0.0/8,::1,CRM.internal' },
      { egressAllow: ['127.0.0.1', '10.0.0.0/8', '::1', 'crm.internal'] },
    ],
    [{ GATEHOUSE_BODY_LIMIT: '2048' }, { bodyLimit: 2048 }],
    [
      { GATEHOUSE_WIRE_API_VERSIONS: '{"storage.upload.token":"1.0.0"}' },
      { wireApiVersions: { 'storage.upload.token': '1.0.0' } },
    ],
    [{ GATEHOUSE_CLIENT_RATE: '5/1' }, { clientRate: { calls: 5, seconds: 1 } }],
    [{ GATEHOUSE_STOP_DELAY_SECONDS: '5' }, { stopDelaySeconds: 5 }],
    [{ GATEHOUSE_TRUST_PROXY: '2' }, { trustProxy: 2 }],
    [{ GATEHOUSE_TRUST_PROXY: '0' }, { trustProxy: 0 }],
    [{ GATEHOUSE_TRUST_PROXY: '10.1.0.0/16,fd00::/8' }, { trustProxy: ['10.1.0.0/16', 'fd00::/8'] }],
  ])('reads %j', (env, expected) => {
    expect(configOf(env as Record<string, string>)).toMatchObject(expected);
  });

  it.each([
    [{ GATEHOUSE_HOST: 'my host' }, 'GATEHOUSE_HOST "my host": must be a host name or an address'],
    [{ GATEHOUSE_HOST: '999.1.1.1' }, 'GATEHOUSE_HOST "999.1.1.1": must be'],
    [{ GATEHOUSE_PORT: '70000' }, 'GATEHOUSE_PORT "70000": must be a whole number from 0 to 65535'],
    [{ GATEHOUSE_PORT: '80.5' }, 'GATEHOUSE_PORT "80.5": must be a whole number'],
    [{ GATEHOUSE_PORT: '-1' }, 'GATEHOUSE_PORT "-1": must be a whole number'],
    [
      { GATEHOUSE_PUBLIC_URL: 'gate.example' },
      'GATEHOUSE_PUBLIC_URL "gate.example": must be an http or https',
    ],
    [{ GATEHOUSE_PUBLIC_URL: 'https://gate.example/?a=1' }, 'GATEHOUSE_PUBLIC_URL'],
    [{ GATEHOUSE_METRICS_HOST: 'not a host' }, 'GATEHOUSE_METRICS_HOST "not a host": must be a host name'],
    [{ GATEHOUSE_LOG_LEVEL: 'loud' }, 'GATEHOUSE_LOG_LEVEL "loud": must be one of trace, debug, info'],
    [{ GATEHOUSE_METRICS_PORT: 'off' }, 'GATEHOUSE_METRICS_PORT "off": must be a whole number'],
    [
      { GATEHOUSE_ROLES: 'gateway,wroker' },
      'GATEHOUSE_ROLES "gateway,wroker": must be all, or a comma list of gateway, ',
    ],
    [{ GATEHOUSE_ROLES: ',' }, 'GATEHOUSE_ROLES ",": must be'],
    [
      { GATEHOUSE_LISTS_DIR: '/no/such/folder' },
      'GATEHOUSE_LISTS_DIR "/no/such/folder": must be an existing folder',
    ],
    [{ GATEHOUSE_DATA_DIR: '/dev/null' }, 'GATEHOUSE_DATA_DIR "/dev/null": must be a folder'],
    [{ GATEHOUSE_CANCELLED_STATUS: 'FAILED' }, 'GATEHOUSE_CANCELLED_STATUS "FAILED": must be one word'],
    [{ GATEHOUSE_EGRESS_ALLOW: 'http://crm' }, 'GATEHOUSE_EGRESS_ALLOW "http://crm": must be a comma list'],
    [{ GATEHOUSE_EGRESS_ALLOW: '10.0.0.0/40' }, 'GATEHOUSE_EGRESS_ALLOW "10.0.0.0/40": must be'],
    [{ GATEHOUSE_BODY_LIMIT: '1MB' }, 'GATEHOUSE_BODY_LIMIT "1MB": must be a number of bytes'],
    [{ GATEHOUSE_BODY_LIMIT: '0' }, 'GATEHOUSE_BODY_LIMIT "0": must be a number of bytes'],
    [{ GATEHOUSE_WIRE_API_VERSIONS: '1.0.0' }, 'GATEHOUSE_WIRE_API_VERSIONS "1.0.0": must be JSON'],
    [{ GATEHOUSE_WIRE_API_VERSIONS: '{"quickscan.submit":"1.0.0"}' }, 'GATEHOUSE_WIRE_API_VERSIONS'],
    [{ GATEHOUSE_CLIENT_RATE: '600' }, 'GATEHOUSE_CLIENT_RATE "600": must be calls/seconds'],
    [{ GATEHOUSE_CLIENT_RATE: '600/0' }, 'GATEHOUSE_CLIENT_RATE "600/0": must be calls/seconds'],
    [
      { GATEHOUSE_STOP_DELAY_SECONDS: '5s' },
      'GATEHOUSE_STOP_DELAY_SECONDS "5s": must be a number of seconds',
    ],
    [{ GATEHOUSE_STOP_DELAY_SECONDS: '301' }, 'GATEHOUSE_STOP_DELAY_SECONDS "301": must be'],
    [
      { GATEHOUSE_TRUST_PROXY: 'proxy.internal' },
      'GATEHOUSE_TRUST_PROXY "proxy.internal": must be a number of proxies',
    ],
    [{ GATEHOUSE_TRUST_PROXY: '33' }, 'GATEHOUSE_TRUST_PROXY "33": must be'],
    [{ GATEHOUSE_S3_ENDPOINT: 'minio' }, 'GATEHOUSE_S3_ENDPOINT "minio": must be an http or https address'],
    [{ GATEHOUSE_S3_BUCKET: 'files' }, 'GATEHOUSE_S3_ENDPOINT is missing: an object store needs'],
    [{ ...s3, GATEHOUSE_S3_SECRET_KEY: '' }, 'GATEHOUSE_S3_SECRET_KEY is missing'],
    [{ DATABASE_OWNER_URL: 'postgres://o:p@db/gatehouse' }, 'DATABASE_URL is missing: DATABASE_OWNER_URL'],
    [
      { DATABASE_REPLICA_URL: 'postgres://u:p@two/gatehouse' },
      'DATABASE_URL is missing: DATABASE_REPLICA_URL',
    ],
    [{ DATABASE_REPLICA_MAX_LAG_SECONDS: '1' }, 'must be a number of seconds from 3 to 3600'],
    [{ DATABASE_URL: 'postgres://u:p@db/gatehouse' }, 'GATEHOUSE_MASTER_KEY is missing: with DATABASE_URL'],
  ])('refuses %j', (env, message) => {
    expect(refusalOf(env as Record<string, string>)).toContain(message);
  });

  it.each([
    [
      { DATABASE_URL: 'mysql://u:hidden-secret@db' },
      'DATABASE_URL (its value is not shown): must be a PostgreSQL address',
    ],
    [
      { GATEHOUSE_MASTER_KEY: 'hidden-secret' },
      'GATEHOUSE_MASTER_KEY (its value is not shown): must be the base64 of 32 bytes',
    ],
    [{ ...s3, GATEHOUSE_S3_REGION: 'eu', GATEHOUSE_S3_ENDPOINT: '' }, 'GATEHOUSE_S3_ENDPOINT is missing'],
  ])('never shows a secret: %j', (env, message) => {
    const refusal = refusalOf(env as Record<string, string>);
    expect(refusal).toContain(message);
    expect(refusal).not.toContain('hidden-secret');
  });

  it('names every setting that cannot be used, a line each', () => {
    const lines = refusalsOf({ GATEHOUSE_PORT: 'x', GATEHOUSE_BODY_LIMIT: '1MB', GATEHOUSE_MASTER_KEY: 'z' });
    expect(lines.map((line) => line.split(' ')[0])).toEqual([
      'GATEHOUSE_MASTER_KEY',
      'GATEHOUSE_PORT',
      'GATEHOUSE_BODY_LIMIT',
    ]);
  });

  it('takes an empty text for not given', () => {
    expect(configOf({ GATEHOUSE_PORT: '', GATEHOUSE_S3_ENDPOINT: ' ' })).toMatchObject({
      port: 8080,
      objectStore: { kind: 'files' },
    });
  });

  it('warns of GATEHOUSE_ variables that are no settings, with the nearest name', () => {
    const { warnings } = loadConfig({
      GATEHOUSE_PROT: '1',
      GATEHOUSE_QUITE_ANOTHER_THING: '1',
      GATEHOUSE_API_KEY: 'ak_x',
      HOME: '/',
    });
    expect(warnings).toEqual([
      'GATEHOUSE_PROT is not a setting (did you mean GATEHOUSE_PORT?)',
      'GATEHOUSE_QUITE_ANOTHER_THING is not a setting',
    ]);
  });

  it('says nothing of what the demo writes into demo.env', () => {
    const { warnings } = loadConfig({
      GATEHOUSE_BASE_URL: 'http://127.0.0.1:8080/gateway',
      GATEHOUSE_API_KEY: 'ak_demo',
      GATEHOUSE_API_SECRET: 's',
      GATEHOUSE_DOMAIN: 'retail',
      GATEHOUSE_DEMO_EMAIL: 'admin@demo.test',
      GATEHOUSE_DEMO_PASSWORD: 'p',
    });
    expect(warnings).toEqual([]);
  });

  it('is frozen through and through', () => {
    const config = configOf({ GATEHOUSE_TRUST_PROXY: '10.0.0.0/8' });
    expect(Object.isFrozen(config)).toBe(true);
    expect(Object.isFrozen(config.clientRate)).toBe(true);
    expect(() => (config.egressAllow as string[]).push('x')).toThrow(TypeError);
  });
});

describe('a settings file', () => {
  it('carries the same names, with YAML values, below the environment', () => {
    const file = settingsFile(
      'right.yaml',
      'GATEHOUSE_PORT: 9000\nGATEHOUSE_ROLES: [gateway, worker]\nGATEHOUSE_WIRE_API_VERSIONS: { storage.upload.token: 1.0.0 }\nGATEHOUSE_METRICS_PORT: 1\n',
    );
    expect(configOf({ GATEHOUSE_CONFIG: file, GATEHOUSE_METRICS_PORT: '2' })).toMatchObject({
      port: 9000,
      roles: ['gateway', 'worker'],
      wireApiVersions: { 'storage.upload.token': '1.0.0' },
      metricsPort: 2,
    });
  });

  it('is the one of the flag when both are given', () => {
    const flag = settingsFile('flag.yaml', 'GATEHOUSE_PORT: 1\n');
    expect(loadConfig({ GATEHOUSE_CONFIG: '/no/such/file' }, flag).config.port).toBe(1);
  });

  it('is named in refusals and warnings', () => {
    const file = settingsFile('wrong.yaml', 'GATEHOUSE_PORT: many\n');
    expect(refusalOf({}, file)).toBe(
      `GATEHOUSE_PORT "many" in ${file}: must be a whole number from 0 to 65535`,
    );
    const odd = settingsFile('odd.yaml', 'PORT: 1\n');
    expect(loadConfig({}, odd).warnings).toEqual([`PORT in ${odd} is not a setting`]);
  });

  it.each([
    ['list.yaml', '- 1\n', /must be a mapping/],
    ['broken.yaml', 'a: 1\nb: [\n', /line \d+: /],
    ['twice.yaml', 'GATEHOUSE_PORT: 1\nGATEHOUSE_PORT: 2\n', /line 2: .*unique/],
  ])('that is no mapping of settings stops: %s', (name, source, message) => {
    expect(refusalOf({}, settingsFile(name, source))).toMatch(message);
  });

  it('that cannot be read stops', () => {
    expect(refusalOf({ GATEHOUSE_CONFIG: '/no/such.yaml' })).toBe(
      'settings file "/no/such.yaml": must be a readable YAML file (ENOENT)',
    );
  });
});

describe('publicUrlOf', () => {
  it.each([
    [{}, 'http://127.0.0.1:4711'],
    [{ GATEHOUSE_HOST: '0.0.0.0' }, 'http://127.0.0.1:4711'],
    [{ GATEHOUSE_HOST: '::1' }, 'http://[::1]:4711'],
    [{ GATEHOUSE_PUBLIC_URL: 'https://gate.example' }, 'https://gate.example'],
  ])('is built from %j and the bound port', (env, expected) => {
    expect(publicUrlOf(configOf(env as Record<string, string>), 4711)).toBe(expected);
  });
});
