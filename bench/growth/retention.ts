/**
 * How fast retention deletes executions that are too old, with their cases, hits and the details of their audit records, against
 * how fast the same store took them in: whether the sweeper keeps up with what comes.
 *
 *   node bench/growth/retention.ts [executions] [store]
 *
 * The executions are submitted to the service and decided. Then the service stops, and a run of retention as of a year later
 * deletes them, without the pauses between its steps; in a service it pauses twice as long as it works.
 */
import { openDatabase } from '../../packages/server/src/database/index.ts';
import { createLogger } from '../../packages/server/src/lib/logger.ts';
import { loadMasterKeys } from '../../packages/server/src/lib/master-key.ts';
import { PersonalKeys } from '../../packages/server/src/personal-keys/index.ts';
import { runRetention } from '../../packages/server/src/retention/index.ts';
import { DataKeys } from '../../packages/server/src/tenants/index.ts';
import { openObjectStore } from '../../packages/server/src/uploads/index.ts';
import { closedSubmits, untilDecided } from '../executions/load.ts';
import { machineLine } from '../rig/figures.ts';
import { postgresCpuSeconds } from '../rig/processes.ts';
import { listSettings, listsNote, startService, untilReady } from '../rig/service.ts';
import { type BenchStore, openStores } from '../rig/stores.ts';
import { benchTenants, nextSubmit, scope } from '../rig/tenant.ts';

const wanted = Number(process.argv[2] ?? 10_000);
const laterMs = 400 * 86_400_000;
const roundSeconds = 5;

const stores = await openStores(process.argv[3]);
try {
  console.log(machineLine());
  for (const name of stores.names) await measure(await stores.create(name));
  console.log(machineLine());
} finally {
  await stores.stop();
}

async function measure(store: BenchStore): Promise<void> {
  const { count, seconds } = await fill(store);
  console.log(
    `${store.name}: ${count} executions taken and decided, ${(count / seconds).toFixed(0)}/s, ${listsNote}`,
  );
  const database = await openDatabase(store.place);
  const objectStore = await openObjectStore({ kind: 'files' }, store.directory);
  const masterKey = store.settings['GATEHOUSE_MASTER_KEY'];
  const masterKeys = await loadMasterKeys({ masterKey, dataDir: store.directory });
  try {
    await database.operator((tx) =>
      tx.sql(
        `insert into retention_period (tenant_id, domain, kind, period) values ($1, $2, 'executions', 'P30D')`,
        [scope.tenantId, scope.domain],
      ),
    );
    const run = () =>
      runRetention(
        {
          database,
          objectStore,
          personalKeys: new PersonalKeys(database, new DataKeys(database, masterKeys)),
          logger: createLogger('fatal'),
          node: 'bench',
          defaults: { webhookLogDays: 365 },
        },
        { now: new Date(Date.now() + laterMs), signal: new AbortController().signal, pauses: false },
      );
    const countedFrom = performance.now();
    await run();
    const countedMs = performance.now() - countedFrom;
    // So many at once wait for a person.
    await database.operator((tx) =>
      tx.sql(`update retention_run set state = 'RUNNING', kept = '{}' where state = 'WAITING'`),
    );
    const [cpu, own] = [postgresCpuSeconds(), process.cpuUsage()];
    const from = performance.now();
    await run();
    const took = (performance.now() - from) / 1000;
    const used =
      postgresCpuSeconds() - cpu + process.cpuUsage(own).user / 1e6 + process.cpuUsage(own).system / 1e6;
    const [report] = await database.operator((tx) =>
      tx.sql<{ state: string; removed: { executions?: number }; left: number }>(
        'select state, removed, (select count(*)::int from execution) as left from retention_run where domain = $1 order by started_at desc limit 1',
        [scope.domain],
      ),
    );
    console.log(`  counted in ${countedMs.toFixed(0)} ms; ${JSON.stringify(report)}`);
    console.log(
      `  deleted ${(count / took).toFixed(0)} executions/s, with the pauses ${(count / took / 3).toFixed(0)}/s;` +
        ` ${((used * 1000) / count).toFixed(2)} ms of processor each`,
    );
  } finally {
    await database.close();
  }
}

async function fill(store: BenchStore): Promise<{ readonly count: number; readonly seconds: number }> {
  const service = await startService(store, { tenants: benchTenants(), settings: listSettings });
  await untilReady(service);
  let count = 0;
  const from = performance.now();
  while (count < wanted) {
    const submitted = await closedSubmits(service.port, {
      seconds: roundSeconds,
      connections: 32,
      next: nextSubmit,
    });
    await untilDecided(service.port, submitted.lastIds);
    count += submitted.count;
  }
  const seconds = (performance.now() - from) / 1000;
  await service.stop();
  return { count, seconds };
}
