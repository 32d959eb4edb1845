/**
 * What `prepare.platform.config` costs for all 14 keys, with the publishers' classifications imported where they are at
 * hand, against a bare Fastify route that verifies the same HMAC and answers as many bytes that never change.
 *
 *   node bench/reference/config.ts [rounds] [seconds a round]
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { configKeys } from '@gatehouse/contract';
import { type CallAnswer, openConnections, signedCall } from '../rig/calls.ts';
import { machineLine } from '../rig/figures.ts';
import { startProgram, startService, untilReady } from '../rig/service.ts';
import { openStores } from '../rig/stores.ts';
import { benchTenants, caller } from '../rig/tenant.ts';
import { compareRounds } from '../service/rounds.ts';
import type { StaticOptions } from './static-server.ts';

const rounds = Number(process.argv[2] ?? 6);
const seconds = Number(process.argv[3] ?? 3);
const connections = 16;

const root = join(import.meta.dirname, '../..');
const files = join(root, '../shared/data/reference');
const imports = [
  ['platform_ssic', 'ssic2025-classification-structure.xlsx'],
  ['platform_ssoc', 'ssoc2024-classification-structure.xlsx'],
  ['platform_entity_types', 'elf-v1.5.semic.csv'],
] as const;

const stores = await openStores('embedded');
try {
  console.log(machineLine());
  const store = await stores.create('embedded');
  const service = await startService(store, { tenants: benchTenants(), settings: {} });
  await untilReady(service);
  if (existsSync(files))
    for (const [key, file] of imports) importFile(store.directory, key, join(files, file));
  const request = signedCall(caller, 'prepare.platform.config', { keys: configKeys.join(',') });
  const bytes = await answerLength(service.port, request);
  const options: StaticOptions = { bytes };
  const program = join(import.meta.dirname, 'static-server.ts');
  const bare = await startProgram(program, options, join(store.directory, 'static.log'));
  console.log(
    `prepare.platform.config, ${bytes} bytes, ${rounds} rounds of ${seconds} s, ${connections} connections`,
  );
  const contenders = [
    { name: 'static answer', server: bare },
    { name: 'service', server: service },
  ];
  const small = signedCall(caller, 'prepare.platform.config', { keys: 'product_service_complexity' });
  // The client would spend more on reading a megabyte of JSON than the servers on sending it.
  const check = ({ status, body }: CallAnswer) => {
    if (status !== 200 || body.length !== bytes) throw new Error(`not the answer: ${status} ${body.length}`);
  };
  await compareRounds(contenders, 'static answer', {
    connections,
    seconds,
    rounds,
    request: () => request,
    check,
  });
  const few = await startProgram(
    program,
    { bytes: await answerLength(service.port, small) } satisfies StaticOptions,
    join(store.directory, 'static-small.log'),
  );
  console.log('the same for one short key');
  await compareRounds(
    [
      { name: 'static answer', server: few },
      { name: 'service', server: service },
    ],
    'static answer',
    { connections, seconds, rounds, request: () => small },
  );
  for (const server of [service, bare, few]) await server.stop();
  console.log(machineLine());
} finally {
  await stores.stop();
}

async function answerLength(port: number, request: Buffer): Promise<number> {
  const [connection] = await openConnections(port, 1);
  const { status, body } = await connection!.send(request);
  connection!.close();
  if (status !== 200) throw new Error(`refused: ${status} ${body.slice(0, 300)}`);
  return body.length;
}

function importFile(directory: string, key: string, file: string): void {
  const executable = join(root, 'packages/server/bin/gatehouse.mjs');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [executable, 'reference', 'import', key, file],
    { env: { ...process.env, GATEHOUSE_DATA_DIR: directory }, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  process.stdout.write(stdout);
}
