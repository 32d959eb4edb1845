/** Runs the screenings of a store again as of their day, as `as-of.ts` asks; as a service of a raised engine where it says so. */
import { registerHooks } from 'node:module';

const { settings, scope, only, raised } = JSON.parse(process.argv[2]!) as {
  readonly settings: Readonly<Record<string, string>>;
  readonly scope: { readonly tenantId: string; readonly domain: string };
  /** Only so many executions, instead of all. */
  readonly only?: number;
  /** The version of the engine that this service runs. */
  readonly raised?: string;
};
if (raised !== undefined) {
  registerHooks({
    load: (url, context, next) => {
      const loaded = next(url, context);
      if (!url.endsWith('/matching/src/index/format/sections.ts')) return loaded;
      const text = Buffer.from(loaded.source as Uint8Array).toString();
      const source = text.replace(/engineVersion = '[^']+'/, `engineVersion = '${raised}'`);
      return { ...loaded, source };
    },
  });
}
const { engineVersion } = await import('../../packages/matching/src/index.ts');
const { openMasterKeys, openStore } = await import('../../packages/server/src/app/open-store.ts');
const { repeatScreenings } = await import('../../packages/server/src/as-of/repeat-screenings.ts');
const { readExecutionScreenings } = await import('../../packages/server/src/as-of/stored-screenings.ts');
const { loadConfig } = await import('../../packages/server/src/config/index.ts');
const { PersonalKeys } = await import('../../packages/server/src/personal-keys/index.ts');
const { DataKeys } = await import('../../packages/server/src/tenants/index.ts');

/** Screenings that go to one process of the past engine. */
const atOnce = 2_500;

const { config } = loadConfig(settings);
const database = await openStore(config);
try {
  const personalKeys = new PersonalKeys(database, new DataKeys(database, await openMasterKeys(config)));
  const tools = { database, personalKeys, dataDir: config.dataDir };
  const executions = await database.transaction(scope, (tx) =>
    tx.sql<{ id: string }>(
      'select execution_id as id from execution where tenant_id = $1 and domain = $2 order by execution_id desc limit $3',
      [scope.tenantId, scope.domain, only ?? 1_000_000],
    ),
  );
  const counts = { SAME: 0, DIFFERENT: 0, NOT_REPEATABLE: 0 };
  let [screenings, hits] = [0, 0];
  const engines = new Set<string>();
  const from = performance.now();
  for (let at = 0; at < executions.length; at += atOnce) {
    const stored = [];
    for (const { id } of executions.slice(at, at + atOnce)) {
      stored.push(...((await readExecutionScreenings(tools, scope, id)) ?? []));
    }
    for (const { results, engineVersion: then } of await repeatScreenings(tools, scope, stored)) {
      screenings += 1;
      engines.add(String(then));
      for (const result of results) {
        counts[result.state] += 1;
        hits += result.hits;
      }
    }
  }
  const seconds = (performance.now() - from) / 1000;
  console.log(
    `${seconds.toFixed(2)} s; ${screenings} screenings of engine ${[...engines].join(', ')} with ${hits} hits, in a service of engine ${engineVersion}; ` +
      `results the same byte for byte ${counts.SAME}, different ${counts.DIFFERENT}, not repeatable ${counts.NOT_REPEATABLE}`,
  );
} finally {
  await database.close();
}
