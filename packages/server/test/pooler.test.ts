import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openDatabase } from '../src/database/index.ts';
import { inspectPostgres } from '../src/database/inspect.ts';
import { runDiagnostics } from '../src/operator/commands/doctor.ts';
import { newDirectory } from './support/new-directory.ts';
import { hasPgbouncer, startPgbouncer, type TestPgbouncer } from './support/pgbouncer.ts';
import { createDatabase, withClient } from './support/postgres.ts';
import { createPreparedDatabase } from './support/prepared-stores.ts';
import { serveProcess } from './support/server-process.ts';
import { startTestService } from './support/service.ts';
import { aTenant } from './support/tenants.ts';

const serverUrl = inject('postgresUrl');
const nameOf = (url: string) => new URL(url).pathname.slice(1);

describe.skipIf(serverUrl === undefined || !hasPgbouncer())('a connection pooler before PostgreSQL', () => {
  let empty: string;
  let pooler: TestPgbouncer;

  beforeAll(async () => {
    empty = await createDatabase(serverUrl!);
    const prepared = nameOf(await createPreparedDatabase(serverUrl!));
    pooler = await startPgbouncer(serverUrl!, {
      kept: `dbname=${prepared} pool_mode=session pool_size=40`,
      transaction: `dbname=${nameOf(empty)} pool_mode=transaction`,
      statement: `dbname=${nameOf(empty)} pool_mode=statement`,
      narrow: `dbname=${nameOf(empty)} pool_mode=transaction pool_size=1`,
      other: `dbname=${nameOf(empty)} pool_mode=transaction max_db_connections=30`,
    });
  });
  afterAll(() => pooler?.stop());

  const refusal = /shares its connections between transactions \(PgBouncer: pool_mode = transaction/;

  it.each(['transaction', 'statement', 'narrow'])(
    'is refused where it does not keep sessions: %s',
    async (name) => {
      const url = pooler.url(name);
      await expect(openDatabase({ url })).rejects.toThrow(refusal);
      await expect(inspectPostgres(url)).rejects.toThrow(refusal);
      await withClient(empty, async (client) => {
        const { rows } = await client.query(
          "select nspname from pg_namespace where nspname like 'gatehouse%'",
        );
        expect(rows).toEqual([]);
      });
    },
  );

  it('is refused while others use it', async () => {
    const url = pooler.url('other');
    let isOver = false;
    const others = Array.from({ length: 6 }, () =>
      withClient(url, async (client) => {
        while (!isOver) await client.query('select 1');
      }),
    );
    try {
      for (let attempt = 0; attempt < 10; attempt += 1) {
        await expect(openDatabase({ url })).rejects.toThrow(refusal);
      }
    } finally {
      isOver = true;
      await Promise.all(others);
    }
  });

  it('ends a start and makes a finding of the doctor, with what to do', async () => {
    const env = {
      DATABASE_URL: pooler.url('transaction'),
      GATEHOUSE_DATA_DIR: newDirectory(),
      GATEHOUSE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    };
    const server = serveProcess({ ...env, GATEHOUSE_PORT: '0' });
    expect(await server.ended).toEqual({ code: 1, signal: null });
    expect(server.complaint()).toMatch(
      /^\S.*set pool_mode = session for this database and user, or name the address of PostgreSQL itself\n$/,
    );
    const findings = await runDiagnostics(env, undefined);
    const broken = findings.filter(({ level, text }) => level === 'broken' && refusal.test(text));
    expect(broken).toHaveLength(1);
  });

  it('serves where it keeps sessions', async () => {
    const service = await startTestService('PostgreSQL', { DATABASE_URL: pooler.url('kept') });
    try {
      const tenant = aTenant();
      await service.provision(tenant);
      const client = service.client({ ...tenant.key, domain: 'retail' });
      const ids = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          client.workflow.submit({
            eventType: 'MANUAL_CASE_EVENT',
            data: { customerId: `c${index}`, name: 'Nobody Known', customerType: 'individual' },
          }),
        ),
      );
      await service.drain();
      expect(new Set(ids.map(({ executionId }) => executionId)).size).toBe(40);
      const findings = await runDiagnostics({ ...service.env }, undefined);
      expect(findings.map(({ level, text }) => `${level}: ${text}`)).toContain(
        'ok: a connection pooler that keeps sessions stands before it; let it open 17 connections for each node',
      );
    } finally {
      await service.stop();
    }
  });
});
