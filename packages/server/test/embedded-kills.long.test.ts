import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../src/database/index.ts';
import { newDirectory } from './support/new-directory.ts';

const index = fileURLToPath(new URL('../src/database/index.ts', import.meta.url));

describe('the embedded store', () => {
  it('can be opened after kill -9 at any time of the first start', async () => {
    const dataDir = newDirectory();
    const script =
      'const { openDatabase } = await import(process.argv[1]); await openDatabase({ dataDir: process.argv[2] });';
    const entries = () => readdirSync(dataDir);
    const unfinished = () => entries().find((name) => name.startsWith('postgres.unfinished-')) ?? 'none yet';
    const landmarks: (() => boolean)[] = [
      () => entries().includes('owner.lock'),
      () => entries().includes(unfinished()),
      () => existsSync(join(dataDir, unfinished(), 'PG_VERSION')),
      () => entries().includes('postgres'),
    ];
    for (const reached of landmarks) {
      const flags = ['--no-warnings', '--input-type=module', '--eval', script, index, dataDir];
      const child = spawn(process.execPath, flags, { stdio: 'ignore' });
      const ended = once(child, 'close');
      while (!reached() && child.exitCode === null) await sleep(1);
      child.kill('SIGKILL');
      await ended;
    }
    const database = await openDatabase({ dataDir });
    await database.executeSql('create table kept (id integer); insert into kept values (1)');
    expect((await database.executeSql('select id from kept')).rows).toEqual([{ id: 1 }]);
    await database.close();
  });
});
