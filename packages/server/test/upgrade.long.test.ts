import type { GatehouseClient } from '@gatehouse/sdk';
import { afterEach, beforeEach, describe, expect, it, onTestFailed } from 'vitest';
import { expectExactBooks, untilQuiet } from './support/accounts.ts';
import { createDeployment, type Deployment } from './support/deployment.ts';
import { type LaterVersion, makeLaterVersion } from './support/later-version.ts';
import {
  askForUnanswered,
  type Load,
  printFigures,
  startLoad,
  storySeed,
  untilAllEnded,
} from './support/load.ts';
import { type ServerProcess, until, untilGreen } from './support/server-process.ts';
import { everyStore } from './support/service.ts';

const expanding = [
  `alter table execution add column later text;
   comment on column execution.later is 'technical';
   create table later (tenant_id text not null, domain text not null, note text, primary key (tenant_id, domain));
   create function later_of(value text) returns text language sql immutable as $$select value$$;`,
  `-- Each statement by itself.
drop index if exists execution_by_later;
create index concurrently execution_by_later on execution (tenant_id, later);
`,
];
const contracting =
  '-- Contracts what no version since 9.1.0 uses.\nalter table execution drop column later;';

describe.skipIf(!everyStore().includes('PostgreSQL'))('an upgrade without a stop', () => {
  let deployment: Deployment;
  let next: LaterVersion;
  let afterNext: LaterVersion;
  let load: Load;

  beforeEach(async () => {
    deployment = await createDeployment('PostgreSQL');
    next = await makeLaterVersion('9.1.0', expanding);
    afterNext = await makeLaterVersion('9.2.0', [...expanding, contracting]);
  });
  afterEach(async () => {
    await load?.stop();
    await deployment?.remove();
    next?.remove();
    afterNext?.remove();
  });

  it('goes node by node under calls, while a version before and a version after share a database', {
    timeout: 300_000,
  }, async () => {
    const seed = storySeed();
    const serving: { server: ServerProcess; client: GatehouseClient }[] = [];
    const addNode = async (server: ServerProcess): Promise<ServerProcess> => {
      const address = await server.ready;
      await untilGreen(address);
      serving.push({ server, client: deployment.client(address) });
      return server;
    };
    /** As a load balancer does that learns of the end from `/readyz`: calls go on until then. */
    const removeNode = async (removed: ServerProcess): Promise<void> => {
      const address = await removed.ready;
      removed.signal('SIGTERM');
      await until('the node not to be ready', async () => !(await fetch(new URL('/readyz', address))).ok);
      serving.splice(
        serving.findIndex(({ server }) => server === removed),
        1,
      );
      expect(await removed.ended, removed.complaint()).toEqual({ code: 0, signal: null });
    };
    const start = (version?: LaterVersion, provision = false) =>
      deployment.serve({
        env: { GATEHOUSE_STOP_DELAY_SECONDS: '5' },
        provision,
        ...(version && { file: version.executable }),
      });
    let old = await addNode(start(undefined, true));
    load = startLoad({
      seed,
      submitters: 8,
      client: (submitter) => serving[submitter % serving.length]!.client,
    });
    onTestFailed(() => {
      const failures = Object.fromEntries(load.log.failures);
      process.stderr.write(
        `${JSON.stringify(failures)}\n${serving.map(({ server }) => server.complaint()).join('\n')}\n`,
      );
    });
    const acknowledged = () => load.log.executions.size + load.log.scans.length;
    const figures: Record<string, number> = {};
    async function untilMore(step: string, count = 40): Promise<void> {
      const before = acknowledged();
      await until(`${count} more acknowledged calls`, () => acknowledged() >= before + count);
      figures[step] = acknowledged();
    }
    await untilMore('old alone');
    const later = await addNode(start(next));
    await untilMore('old and next', 80);
    // The version before may also start again, as where an upgrade is stopped half way.
    await removeNode(old);
    await untilMore('next alone');
    old = await addNode(start());
    await untilMore('old again');

    const refused = start(afterNext);
    expect(await refused.ended).toEqual({ code: 1, signal: null });
    expect(refused.complaint()).toMatch(
      /takes away what versions before 9\.1\.0 use, and 1 nodes of version \S+ run: stop them first\n$/,
    );
    await removeNode(old);
    await addNode(start(afterNext));
    await untilMore('next and the one after', 80);
    const tooOld = start();
    expect(await tooOld.ended).toEqual({ code: 1, signal: null });
    expect(tooOld.complaint()).toMatch(/migrated by a newer Gatehouse .* serves version 9\.1\.0 or newer/);
    await removeNode(later);
    await untilMore('the one after alone');

    await load.stop();
    const { client } = serving[0]!;
    await untilAllEnded(client, load.log);
    const found = await askForUnanswered(client, load.log);
    const database = await deployment.open({ schema: 'leave' });
    try {
      await untilQuiet(database);
      const books = await expectExactBooks(database, deployment.tenant.id, { log: load.log, found });
      printFigures({ ...figures, ...books, failures: Object.fromEntries(load.log.failures) });
    } finally {
      await database.close();
    }
    expect(Object.fromEntries(load.log.failures)).toEqual({});
  });
});
