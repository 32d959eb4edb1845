import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config/index.ts';
import type { StoreFacts } from '../../database/inspect.ts';
import type { ReplicaFacts } from '../../database/inspect-replica.ts';
import { newMasterKeyText } from '../../lib/secrets.ts';
import type { ListStatus } from '../../lists/index-files/index.ts';
import type { SourceStatus } from '../../lists/updates/index.ts';
import { startMailServer } from '../../messages/mail-server.fixture.ts';
import { checkDataDirectory } from './doctor-data-directory.ts';
import { checkDocuments } from './doctor-documents.ts';
import { checkEncryption } from './doctor-encryption.ts';
import type { Finding } from './doctor-finding.ts';
import { checkFeeds, checkLists } from './doctor-lists.ts';
import { checkMessages } from './doctor-messages.ts';
import { checkReplica, describeReplica } from './doctor-replica.ts';
import { checkSettings } from './doctor-settings.ts';
import { checkDataKeys, checkStoreFacts } from './doctor-store.ts';
import { checkFileKeys, checkUploads } from './doctor-uploads.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-doctor-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const linesOf = (findings: readonly Finding[]) => findings.map(({ level, text }) => `${level}: ${text}`);

describe('doctor on encryption', () => {
  const facts = { isStarted: true, executionsInClear: 0, sealed: { executions: 0, keyless: 0 } };
  const lines = (found: Partial<typeof facts>, sealExecutions: 'on' | 'off' = 'on') =>
    linesOf(checkEncryption({ ...facts, ...found }, { sealExecutions }));

  it('warns of a store of an earlier release that does not encrypt yet', () => {
    expect(lines({ isStarted: false, executionsInClear: 3 })).toEqual([
      expect.stringMatching(/^warning: nothing that is kept of people is encrypted yet, .*encrypt-files/),
    ]);
  });

  it('says whether what executions keep is encrypted', () => {
    expect(lines({})).toEqual(['ok: every execution that was completed or cancelled is encrypted']);
    expect(lines({ executionsInClear: 7 })).toEqual([expect.stringMatching(/^ok: executions .*: 7; /)]);
    expect(lines({ executionsInClear: 1_000 })).toEqual([expect.stringMatching(/: 1000 or more; /)]);
    expect(lines({}, 'off')).toEqual([expect.stringMatching(/^ok: GATEHOUSE_SEAL_EXECUTIONS is off: /)]);
  });

  it('tells of encrypted executions whose keys are not there', () => {
    expect(lines({ sealed: { executions: 9, keyless: 0 } })).toContain(
      'ok: the keys of 9 encrypted executions are there',
    );
    expect(lines({ sealed: { executions: 9, keyless: 2 } })).toContainEqual(
      expect.stringMatching(/^broken: 2 of 9 encrypted executions .* cannot be read.*personal_key/),
    );
  });

  it('says nothing of a store that could not be asked', () => {
    expect(checkEncryption(undefined, { sealExecutions: 'on' })).toEqual([]);
  });
});

describe('doctor on settings', () => {
  const lines = (env: Record<string, string>) => linesOf(checkSettings(env, undefined).findings);

  it('finds nothing wrong with the defaults', () => {
    expect(lines({})).toEqual([
      'ok: all settings are valid',
      'ok: listens on 127.0.0.1, for callers on this machine',
    ]);
  });

  it('names every setting that stops the start, and no secret', () => {
    const found = checkSettings({ GATEHOUSE_PORT: 'x', DATABASE_URL: 'mysql://u:hidden@db' }, undefined);
    expect(found.config).toBeUndefined();
    expect(linesOf(found.findings)).toEqual([
      expect.stringMatching(/^broken: DATABASE_URL \(its value is not shown\): must be/),
      expect.stringMatching(/^broken: GATEHOUSE_PORT "x": must be/),
    ]);
  });

  it('warns of what is set and does nothing', () => {
    const found = lines({ GATEHOUSE_PROT: '1' });
    expect(found).toContainEqual(
      expect.stringMatching(/^warning: GATEHOUSE_PROT is not a setting.*GATEHOUSE_PORT/),
    );
  });

  it.each([
    [{ GATEHOUSE_HOST: '0.0.0.0' }, /listens on 0\.0\.0\.0 and GATEHOUSE_PUBLIC_URL is not set/],
    [{ GATEHOUSE_PUBLIC_URL: 'http://gate.example' }, /is not encrypted/],
    [{ GATEHOUSE_PUBLIC_URL: 'https://gate.example/gateway' }, /ends with a path that is appended anyway/],
    [{ GATEHOUSE_METRICS_HOST: '0.0.0.0' }, /metrics are served on 0\.0\.0\.0:9464 without a password/],
    [{ GATEHOUSE_EGRESS_ALLOW: '0.0.0.0/0' }, /allows nearly every private address/],
    [{ GATEHOUSE_EGRESS_ALLOW: '::/0' }, /allows nearly every private address/],
    [{ GATEHOUSE_EGRESS_ALLOW: '169.254.0.0/16' }, /metadata service/],
    [{ GATEHOUSE_EGRESS_ALLOW: '169.254.169.254' }, /metadata service/],
  ])('warns of %j', (env, warning) => {
    const found = lines(env as Record<string, string>);
    expect(found.filter((line) => line.startsWith('warning'))).toEqual([expect.stringMatching(warning)]);
  });

  const sound: Record<string, string>[] = [
    { GATEHOUSE_PUBLIC_URL: 'https://gate.example' },
    { GATEHOUSE_PUBLIC_URL: 'http://127.0.0.1:8080' },
    { GATEHOUSE_EGRESS_ALLOW: '127.0.0.1,10.0.0.0/8,crm.internal,fd12:3456::/32' },
  ];
  it.each(sound)('is content with %j', (env) => {
    expect(lines(env).filter((line) => !line.startsWith('ok'))).toEqual([]);
  });
});

describe('doctor on the data directory', () => {
  const state = async (dataDir: string) => linesOf(await checkDataDirectory(dataDir));

  it('says that it is made by the first start, or that it can be used', async () => {
    const dataDir = join(folder, 'deep', 'data');
    expect(await state(dataDir)).toEqual([`ok: ${dataDir} does not exist yet; the first start creates it`]);
    mkdirSync(dataDir, { recursive: true });
    expect(await state(dataDir)).toEqual([`ok: ${dataDir} is writable and has free space`]);
  });

  it('finds secrets that others can read', async () => {
    const dataDir = join(folder, 'open');
    mkdirSync(dataDir);
    for (const name of ['master.key', 'demo.env']) writeFileSync(join(dataDir, name), '', { mode: 0o640 });
    expect(await state(dataDir)).toEqual([
      expect.stringMatching(/^broken: \S+master\.key is accessible to other users \(mode 640\); chmod 600/),
      expect.stringMatching(/^broken: \S+demo\.env is accessible to other users/),
    ]);
  });

  it('finds a store that others can read, and a directory that they can replace', async () => {
    const dataDir = join(folder, 'shared');
    mkdirSync(join(dataDir, 'postgres'), { recursive: true });
    for (const path of ['postgres', '']) chmodSync(join(dataDir, path), 0o777);
    expect(await state(dataDir)).toEqual([
      expect.stringMatching(/^broken: \S+postgres is accessible to other users; start the service/),
      expect.stringMatching(
        /^warning: \S+shared is writable for other users \(mode 777\), who can then replace/,
      ),
    ]);
  });

  it.skipIf(process.getuid?.() === 0)('finds one that cannot be written', async () => {
    const dataDir = join(folder, 'shut');
    mkdirSync(dataDir, { mode: 0o500 });
    expect(await state(dataDir)).toEqual([expect.stringMatching(/^broken: \S+ cannot be written/)]);
  });
});

describe('doctor on a store', () => {
  const healthy: StoreFacts = {
    version: '17.2',
    versionNumber: 170_002,
    encoding: 'UTF8',
    user: 'gatehouse',
    clockAheadMs: -40,
    unsafeSettings: [],
    connections: { max: 100, used: 4 },
    isStandby: false,
    hasPooler: false,
    migrations: { applied: 3, pending: 0, newer: 0 },
    hasUnfinishedImport: false,
    lackingRights: [],
    openTables: [],
    schemaDifferences: [],
    publications: [{ destination: 'webhook', isRecent: true, failure: null }],
    streams: [],
    dataKeys: [],
  };

  it('finds a healthy one healthy', () => {
    expect(linesOf(checkStoreFacts('the database', healthy))).toEqual([
      'ok: the database responds, PostgreSQL 17.2',
      'ok: all migrations are applied',
      'ok: row-level security is forced on every tenant table',
      'ok: policies, grants, indexes and constraints match the schema',
      'ok: signed heads of the audit log were published within the last day',
      'ok: its clock and the one of this machine agree',
    ]);
  });

  const ills: [Partial<StoreFacts>, string][] = [
    [{ versionNumber: 140_000, version: '14.1' }, 'broken: the database is PostgreSQL 14.1; use 15 or newer'],
    [{ encoding: 'LATIN1' }, 'broken: the database has the encoding LATIN1; create the database with UTF8'],
    [{ isDiskFull: true }, 'broken: the disk of the database is full; make room there'],
    [{ isStandby: true }, 'broken: the database is a standby, which takes no writes; name the address'],
    [{ unsafeSettings: ['fsync'] }, 'warning: fsync off: committed data can be lost'],
    [{ connections: { max: 20, used: 10 } }, 'warning: 10 of 20 connections are free'],
    [{ hasUnfinishedImport: true }, 'broken: it has an unfinished import, and no node starts on it;'],
    [{ lackingRights: ['create the roles a'] }, 'broken: the user gatehouse may not create the roles a;'],
    [{ openTables: ['execution'] }, 'broken: row-level security is not forced on execution;'],
    [
      { publications: [{ destination: 'log', isRecent: true, failure: null }] },
      'warning: no signed head of the audit log was published within the last day; set GATEHOUSE_AUDIT_WEBHOOK_URL',
    ],
    [
      { publications: [{ destination: 'bucket', isRecent: false, failure: 'NoSuchBucket' }] },
      'warning: no signed head of the audit log was published within the last day (bucket: NoSuchBucket); fix that, or set',
    ],
    [
      { streams: [{ destination: 'syslog', failure: 'connect ECONNREFUSED' }] },
      'warning: the audit log is not streamed to syslog (connect ECONNREFUSED)',
    ],
    [{ clockAheadMs: 61_000 }, 'warning: its clock is 61.0 s ahead of the one of this machine;'],
    [
      { migrations: { applied: 9, pending: 0, newer: 2 } },
      'warning: a newer version migrated it (2 migrations);',
    ],
    [
      { migrations: { applied: 9, pending: 0, newer: 1, refusal: 'newer' } },
      'broken: newer; start the version',
    ],
  ];
  it.each(ills)('tells what to do about %j', (facts, line) => {
    const found = linesOf(checkStoreFacts('the database', { ...healthy, ...facts }));
    const wrong = found.filter((text) => !text.startsWith('ok'));
    expect(wrong).toHaveLength(1);
    expect(wrong[0]!.startsWith(line)).toBe(true);
    expect(wrong[0]).toContain(';');
  });

  it('tells which master keys are still needed', () => {
    const states = ['current', 'previous', 'missing'] as const;
    const keys = states.map((state, index) => ({
      masterKeyId: `k${index}`,
      count: index + 1,
      standing: state,
    }));
    expect(linesOf(checkDataKeys(keys))).toEqual([
      'ok: the secrets of 1 tenant are encrypted with the current master key k0',
      expect.stringMatching(
        /^warning: the secrets of 2 tenants are still encrypted with the previous master key k1;/,
      ),
      expect.stringMatching(
        /^broken: the secrets of 3 tenants are encrypted with master key k2, which is not configured;/,
      ),
    ]);
  });
});

describe('doctor on lists', () => {
  const now = new Date('2026-06-01T00:00:00Z');
  const un: ListStatus = {
    source: 'un-sc',
    title: 'UN',
    publisher: 'UN',
    licence: '',
    version: 'v',
    loadedAt: '2026-05-01T00:00:00Z',
    ageDays: 3,
    entries: 1000,
    names: 5000,
    rejected: { count: 0, first: [] },
    bytes: 1,
    engineVersion: '1',
  };
  const listsDir = join(folder, 'lists');
  mkdirSync(join(listsDir, 'un-sc'), { recursive: true });
  writeFileSync(join(listsDir, 'un-sc', 'consolidated.xml'), '<CONSOLIDATED_LIST/>');
  const places = { dataDir: join(folder, 'data'), listsDir, listSources: [] };
  const served = async (...lists: ListStatus[]) =>
    linesOf(await checkLists(places, now, { active: { loading: false, sources: [], lists } }));

  it('tells their size and age, and what is wrong with them', async () => {
    expect(await served(un)).toEqual(['ok: un-sc: 1000 entries, 3 days old']);
    const rejected = { count: 2, first: [{ place: 'line 7', reason: 'no name' }] };
    expect(await served({ ...un, ageDays: 90, rejected })).toEqual([
      expect.stringMatching(/^warning: un-sc is 90 days old;/),
      expect.stringMatching(/^warning: un-sc: 2 records could not be read \(the first: line 7: no name\);/),
    ]);
  });

  it('tells which configured list is not active', async () => {
    expect(await served()).toEqual([expect.stringMatching(/^warning: un-sc is not active/)]);
    expect(linesOf(await checkLists(places, now, {}))).toEqual([
      'ok: un-sc is not loaded yet; the next start loads it',
    ]);
  });

  describe('of a source whose checks fail', () => {
    const failing: SourceStatus = {
      source: 'un-sc',
      feed: 'publisher',
      activeVersion: null,
      activatedAt: null,
      checkedAt: null,
      nextCheckAt: '2026-06-01T12:20:00.000Z',
      failures: 1,
      lastFailure: { at: '2026-05-01T00:00:00.000Z', message: 'HTTP 503' },
      isStale: false,
      refused: null,
      nodes: {},
      behindSeconds: null,
      claimedBy: null,
    };
    const found = async (status: Partial<SourceStatus>) =>
      linesOf(await checkLists(places, now, { sourceStatuses: [{ ...failing, ...status }] }));
    const advice = 'check address and network';

    it('says the error, since when, and when it is checked again', async () => {
      const first = `at 2026-05-01 00:00Z: HTTP 503; no check has succeeded yet; a node that starts keeps checking it; ${advice}`;
      expect(await found({})).toEqual([`warning: un-sc is not loaded: the last check failed, ${first}`]);
      expect(await found({ failures: 2 })).toEqual([
        `warning: un-sc is not loaded: the last 2 checks failed, ${first}`,
      ]);
      const active = { activeVersion: 'v', checkedAt: '2026-04-29T06:12:30.000Z' };
      const later = 'at 2026-05-01 00:00Z: HTTP 503; the last good one was at 2026-04-29 06:12Z';
      expect(await found(active)).toContainEqual(
        `warning: un-sc: the last check failed, ${later}; the next check is at 2026-06-01 12:20Z; ${advice}`,
      );
      expect(await found({ ...active, nextCheckAt: '2026-05-01T00:05:00.000Z' })).toContainEqual(
        `warning: un-sc: the last check failed, ${later}; the next check is due now; ${advice}`,
      );
    });

    it('says so of a check that goes on', async () => {
      expect(await found({ failures: 0, claimedBy: 'node' })).toEqual([
        `warning: un-sc is not loaded: the last attempt failed, at 2026-05-01 00:00Z: HTTP 503; no check has succeeded yet; a node is checking it now; ${advice}`,
      ]);
    });
  });

  it('warns of a feed whose checks fail', async () => {
    const feed = {
      url: 'https://news.example/a.xml',
      title: null,
      items: 0,
      loadedAt: null,
      failures: 1,
      failure: 'HTTP 404',
    };
    expect(linesOf(checkFeeds([feed]))).toEqual([
      expect.stringMatching(/^warning: .+a\.xml: the last check failed: HTTP 404;/),
    ]);
  });

  it('names folders that are no source', async () => {
    mkdirSync(join(listsDir, 'un-security'));
    expect(await served(un)).toContainEqual(expect.stringMatching(/^warning: \S+un-security is not loaded/));
    rmSync(join(listsDir, 'un-security'), { recursive: true });
  });

  it('finds a folder that cannot be used', async () => {
    const missing = { ...places, listsDir: join(folder, 'nowhere') };
    expect(linesOf(await checkLists(missing, now, {}))).toEqual([
      expect.stringMatching(/^broken: GATEHOUSE_LISTS_DIR \S+ does not exist/),
    ]);
  });
});

describe('doctor on the read replica', () => {
  const facts: [ReplicaFacts, string][] = [
    [{ state: 'following', behindMs: 120 }, 'ok: the replica follows, at most 0.1 s behind'],
    [
      { state: 'behind', behindMs: 5_030, bytes: 1_540_000 },
      'warning: the replica is more than 5.0 s behind, with 1.5 MB of the log to come; the primary answers all',
    ],
    [
      { state: 'promoted' },
      'warning: the replica is no standby; the primary answers all reads meanwhile; name',
    ],
    [{ state: 'foreign' }, 'warning: the replica follows another database than that of DATABASE_URL;'],
    [{ state: 'answers' }, 'ok: the replica is a standby and answers; how far it is behind is known once'],
    [
      { state: 'unreachable', reason: 'connect ECONNREFUSED 127.0.0.1:1' },
      'warning: the replica does not answer: connect ECONNREFUSED 127.0.0.1:1; the primary answers all reads',
    ],
  ];
  it.each(facts)('says what %j means', (found, text) => {
    expect(linesOf([describeReplica('the replica', found)])).toEqual([expect.stringContaining(text)]);
  });

  it('asks nobody where none is set, and finds one that does not answer', async () => {
    const databaseUrl = 'postgresql://gate:hidden@127.0.0.1:1/gatehouse';
    const env = { DATABASE_URL: databaseUrl, GATEHOUSE_MASTER_KEY: newMasterKeyText() };
    expect(await checkReplica(loadConfig(env).config)).toEqual([]);
    const { config } = loadConfig({ ...env, DATABASE_REPLICA_URL: databaseUrl });
    const [line] = linesOf(await checkReplica(config));
    expect(line).toMatch(
      /^warning: the read replica at 127\.0\.0\.1:1\/gatehouse does not answer: .*ECONNREFUSED/,
    );
    expect(line).not.toContain('hidden');
  });
});

describe('doctor on messages', () => {
  const lines = async (env: Record<string, string>) => linesOf(await checkMessages(loadConfig(env).config));

  it('says that nothing is sent without providers, and where messages are kept', async () => {
    expect(await lines({})).toEqual([
      'warning: mail is not sent, and steps that need its code cannot be completed (gatehouse demo shows it at /dev/mailbox); set GATEHOUSE_SMTP_URL and GATEHOUSE_MAIL_FROM to send it',
      'warning: SMS are not sent, and steps that need its code cannot be completed (gatehouse demo shows it at /dev/mailbox); set GATEHOUSE_SMS_URL to send them',
    ]);
    expect(await lines({ GATEHOUSE_DEV_MAILBOX: 'off' })).toEqual([
      expect.stringMatching(/^warning: mail is not sent, and steps .* cannot be completed; set/),
      expect.stringMatching(/^warning: SMS are not sent, and steps .* cannot be completed; set/),
    ]);
    expect(await lines({ GATEHOUSE_DEV_MAILBOX: 'on' })).toEqual([
      'warning: mail is not sent, but shown at /dev/mailbox for an hour; set GATEHOUSE_SMTP_URL and GATEHOUSE_MAIL_FROM to send it',
      'warning: SMS are not sent, but shown at /dev/mailbox for an hour; set GATEHOUSE_SMS_URL to send them',
      expect.stringMatching(/^warning: GATEHOUSE_DEV_MAILBOX on shows every code/),
    ]);
  });

  it('asks the mail server, and sends nothing', async () => {
    const server = await startMailServer();
    const sms = { GATEHOUSE_SMS_URL: 'http://sms.example/send', GATEHOUSE_SMS_FROM: 'Acme' };
    const env = { GATEHOUSE_MAIL_FROM: 'no-reply@gate.example', ...sms };
    const place = `127.0.0.1:${server.port}`;
    try {
      expect(await lines({ GATEHOUSE_SMTP_URL: `smtp://${place}?tls=off`, ...env })).toEqual([
        `ok: mail goes through ${place}, from no-reply@gate.example`,
        'ok: SMS go through sms.example (json); not tested, as a test would send an SMS',
        'warning: SMS go to sms.example unencrypted: use an https URL in GATEHOUSE_SMS_URL',
      ]);
      const [broken] = await lines({ GATEHOUSE_SMTP_URL: `smtp://gate:hidden@${place}`, ...env });
      expect(broken).toMatch(/^broken: the mail server .* cannot be used: ETLS/);
      expect(broken).not.toContain('hidden');
      expect(server.mails).toEqual([]);
    } finally {
      await server.close();
    }
  });
});

describe('doctor on uploads', () => {
  const lines = async (env: Record<string, string>) => {
    const { config } = loadConfig({ GATEHOUSE_DATA_DIR: folder, ...env });
    return linesOf(await checkUploads(config));
  };

  it('tells where files go, and that nothing looks for malware', async () => {
    expect(await lines({})).toEqual([
      `ok: files are stored below ${folder}`,
      expect.stringMatching(/^ok: uploads are not scanned for malware/),
    ]);
  });

  it('tells of encrypted files whose keys are not there', () => {
    expect(checkFileKeys(undefined)).toEqual([]);
    expect(linesOf(checkFileKeys({ files: 3, keyless: 0 }))).toEqual([
      'ok: the keys of 3 encrypted files are there',
    ]);
    expect(linesOf(checkFileKeys({ files: 3, keyless: 2 }))).toEqual([
      expect.stringMatching(
        /^broken: 2 of 3 encrypted files that were looked at cannot be read, since their keys are/,
      ),
    ]);
  });

  it('warns of files on one node where several may share the database', async () => {
    const env = {
      DATABASE_URL: 'postgres://db/x',
      GATEHOUSE_MASTER_KEY: Buffer.alloc(32).toString('base64'),
    };
    expect(await lines(env)).toContainEqual(
      expect.stringMatching(/^warning: files are stored below .* of this node only/),
    );
  });

  it('finds an object store and a virus scanner that do not answer, and tells no secret', async () => {
    const found = await lines({
      GATEHOUSE_S3_ENDPOINT: 'http://127.0.0.1:1',
      GATEHOUSE_S3_BUCKET: 'files',
      GATEHOUSE_S3_ACCESS_KEY: 'key',
      GATEHOUSE_S3_SECRET_KEY: 'hidden',
      GATEHOUSE_CLAMD: '127.0.0.1:1',
    });
    expect(found).toEqual([
      expect.stringMatching(
        /^broken: looking into the bucket files .*ECONNREFUSED.*check GATEHOUSE_S3_ENDPOINT/,
      ),
      expect.stringMatching(/^broken: clamd cannot be asked: .*every upload is refused/),
    ]);
    expect(found.join()).not.toContain('hidden');
  });
});

describe('doctor on documents', () => {
  it('says how to install what reads them', async () => {
    expect(linesOf(await checkDocuments('/nowhere/tesseract'))).toEqual([
      expect.stringMatching(/^warning: tesseract .* is not installed.*apt-get install tesseract-ocr/),
    ]);
  });
});
