/** The rate at which pgbench runs a submit's statements: PostgreSQL's own, with a client written in C. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { queueDefinitions } from '../../packages/server/src/app/queues.ts';
import { openDatabase } from '../../packages/server/src/database/index.ts';
import { Jobs } from '../../packages/server/src/jobs/index.ts';
import { createLogger } from '../../packages/server/src/lib/logger.ts';
import { scope } from '../rig/tenant.ts';
import { submitTemplate } from './product-statements.ts';

const connections = 15;

/**
 * Prepares a measure of submits a second, with as many connections as the service's pool has; undefined, with
 * a line that says so, where pgbench is not installed.
 */
export async function pgbenchSubmits(
  { url }: { url: string },
  seconds: number,
): Promise<(() => Promise<number>) | undefined> {
  try {
    execFileSync('pgbench', ['--version'], { stdio: 'ignore' });
  } catch {
    console.log('  pgbench is not installed (apt-get install postgresql-contrib): left out');
    return undefined;
  }
  const script = await submitScript(url);
  return async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gatehouse-pgbench-'));
    const file = join(folder, 'submit.sql');
    await writeFile(file, script);
    try {
      const { stdout } = await promisify(execFile)(
        'pgbench',
        [
          '-n',
          '-M',
          'prepared',
          '-c',
          String(connections),
          '-j',
          '1',
          '-T',
          String(seconds),
          '-f',
          file,
          url,
        ],
        { env: { ...process.env, PGOPTIONS: '-c search_path=gatehouse' } },
      );
      return Number(/tps = ([\d.]+) \(without/.exec(stdout)?.[1]);
    } finally {
      await rm(folder, { recursive: true });
    }
  };
}

/** All of it travels together, as it does in the service. */
async function submitScript(url: string): Promise<string> {
  const database = await openDatabase({ url });
  const jobs = await Jobs.open<Record<keyof typeof queueDefinitions, object>>(database, queueDefinitions, {
    logger: createLogger('error'),
  });
  const ids = { executionId: '%executionId%', auditId: '%auditId%', customerId: '%customerId%' };
  const statements = (await submitTemplate(jobs.queue('execution'))).fill(ids);
  await jobs.stop();
  await database.close();
  const enter = `select set_config('role', 'gatehouse_app', true), set_config('gatehouse.tenant', '${scope.tenantId}', true), set_config('gatehouse.domain', '${scope.domain}', true);`;
  return [
    '\\set one random(1, 1000000000000)',
    '\\set two random(1, 1000000000000)',
    '\\startpipeline',
    'begin;',
    enter,
    ...statements.map(({ text, values }) => `${inline(text, values)};`),
    'commit;',
    '\\endpipeline',
  ].join('\n');
}

const idOf = (name: string) => `md5('${name}' || :one::bigint || :two::bigint)::uuid::text`;

/** Of JSON, with a blank between name and value: `:1` would be a variable. */
function apart(value: string): string {
  return value.startsWith('[{') ? value.replaceAll('":', '": ') : value;
}

/** Values become literals; an id becomes an expression, for pgbench cannot make one. */
function inline(text: string, values: readonly unknown[]): string {
  return text.replaceAll(/\s*\n\s*/g, ' ').replaceAll(/\$(\d+)/g, (_whole, number) => {
    const value = values[Number(number) - 1];
    if (value === null || value === undefined) return 'null';
    if (typeof value === 'number') return String(value);
    if (typeof value !== 'string') throw new Error(`a value of type ${typeof value} is not known here`);
    const parts = apart(value)
      .split(/%(executionId|auditId|customerId)%/)
      .map((part, index) => (index % 2 === 1 ? idOf(part) : `'${part.replaceAll("'", "''")}'`))
      .filter((part) => part !== "''");
    return parts.length === 1 ? `${parts[0]}::text` : `(${parts.join(' || ')})`;
  });
}
